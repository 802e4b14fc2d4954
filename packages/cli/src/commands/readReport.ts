import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { callMethod } from "../account/AnyAccount.js"
import { namedKey } from "../account/namedKey.js"
import type { Place } from "../account/Place.js"
import { withAccount } from "../account/withAccount.js"
import { withFlagNames } from "../settings/withFlagNames.js"
import { readAllPages } from "./readAllPages.js"

/** The rows of a report. */
export const Report = Schema.Struct({ data: Schema.Array(Core.ActivityRow) })
const decodeReport = Schema.decodeUnknown(Report)
const decodePage = Schema.decodeUnknown(Core.ActivityPage)

type Query = Readonly<Record<string, unknown>>

/** Reads a report of an account. */
type Read = (query: Query) => Effect.Effect<typeof Report.Type, Error>

/** Finds the hash of a key that a text names. */
type ToHash = ReturnType<typeof namedKey>

/**
 * Uses reports of one account: what requests have cost, in groups. `groups` is the flag that states them, and `query` the report that is checked
 * before anything is opened.
 */
export const withReports = Effect.fnUntraced(function* <A>(
  place: Place,
  query: Query,
  groups: string,
  use: (read: Read, toHash: ToHash) => Effect.Effect<A, Error>
) {
  const named = withFlagNames({ from: "--from", to: "--to", group_by: groups, key: "--key" })
  yield* named(Effect.mapError(decodePage(query), Core.InvalidInput.fromParseError))
  return yield* withAccount(place, true, (account) => {
    const ask = (page: Query) => callMethod(account, { resource: "activity", method: "list" }, [page])
    return use((of) => Effect.flatMap(readAllPages(ask, of), decodeReport), namedKey(account, { isReading: true }))
  }).pipe(named)
})

/** Reads one report: of some keys, by what names them, or of all. */
export const readReport = (place: Place, query: Query, groups: string, keys: ReadonlyArray<string> | undefined) =>
  withReports(place, query, groups, (read, toHash) =>
    keys === undefined
      ? read(query)
      : Effect.flatMap(Effect.forEach(keys, toHash), (hashes) => read({ ...query, key: hashes }))
  )
