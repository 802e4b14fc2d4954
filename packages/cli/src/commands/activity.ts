import * as Core from "@tollgate/core"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { callMethod } from "../account/AnyAccount.js"
import type { Place } from "../account/Place.js"
import { withAccount } from "../account/withAccount.js"
import { activityTable } from "../output/activityTable.js"
import { withFlagNames } from "../settings/withFlagNames.js"
import { readAllPages } from "./readAllPages.js"
import { type DaysOptions, FlagsRefused, reportedDays } from "./reportedDays.js"

interface Options extends DaysOptions, Place {
  readonly groupBy: string
  readonly json: boolean
  readonly csv: boolean
}

const Report = Schema.Struct({ data: Schema.Array(Core.ActivityRow) })
const decodeReport = Schema.decodeUnknown(Report)
const toJson = Schema.encode(Schema.parseJson(Report, { space: 2 }))
const decodePage = Schema.decodeUnknown(Core.ActivityPage)

/** Prints what requests have cost: as a table, as JSON or as CSV. */
export const listActivity = Effect.fnUntraced(function* (options: Options) {
  if (options.json && options.csv) return yield* new FlagsRefused({ flags: "--json and --csv" })
  const groups = options.groupBy.split(",")
  const query = { ...(yield* reportedDays(options)), group_by: groups }
  const named = withFlagNames({ from: "--from", to: "--to", group_by: "--group-by" })
  // Before anything is opened.
  yield* named(Effect.mapError(decodePage(query), Core.InvalidInput.fromParseError))
  const answer = yield* withAccount(options, true, (account) =>
    readAllPages((page) => callMethod(account, { resource: "activity", method: "list" }, [page]), query)
  ).pipe(named)
  const report = yield* decodeReport(answer)
  if (options.json) return yield* Console.log(yield* toJson(report))
  const { data } = report
  if (options.csv) return yield* Console.log(Core.activityCsv(data, groups).trimEnd())
  yield* Console.log(data.length === 0 ? "There were no requests." : activityTable(data, groups))
})
