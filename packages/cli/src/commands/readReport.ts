import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { callMethod } from "../account/AnyAccount.js"
import type { Place } from "../account/Place.js"
import { withAccount } from "../account/withAccount.js"
import { withFlagNames } from "../settings/withFlagNames.js"
import { readAllPages } from "./readAllPages.js"

/** The rows of a report. */
export const Report = Schema.Struct({ data: Schema.Array(Core.ActivityRow) })
const decodeReport = Schema.decodeUnknown(Report)
const decodePage = Schema.decodeUnknown(Core.ActivityPage)

/** Reads what requests have cost, in groups. `groups` is the flag that states them. */
export const readReport = Effect.fnUntraced(function* (
  place: Place,
  query: Readonly<Record<string, unknown>>,
  groups: string
) {
  const named = withFlagNames({ from: "--from", to: "--to", group_by: groups })
  // Before anything is opened.
  yield* named(Effect.mapError(decodePage(query), Core.InvalidInput.fromParseError))
  const answer = yield* withAccount(place, true, (account) =>
    readAllPages((page) => callMethod(account, { resource: "activity", method: "list" }, [page]), query)
  ).pipe(named)
  return yield* decodeReport(answer)
})
