import * as Core from "@tollgate/core"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Place } from "../account/Place.js"
import { activityTable } from "../output/activityTable.js"
import { Report, readReport } from "./readReport.js"
import { type DaysOptions, FlagsRefused, reportedDays } from "./reportedDays.js"
import { type FilterOptions, reportFilters } from "./reportFilters.js"

interface Options extends DaysOptions, FilterOptions, Place {
  readonly groupBy: string
  readonly json: boolean
  readonly csv: boolean
}

const toJson = Schema.encode(Schema.parseJson(Report, { space: 2 }))

/** Prints what requests have cost: as a table, as JSON or as CSV. */
export const listActivity = Effect.fnUntraced(function* (options: Options) {
  if (options.json && options.csv) return yield* new FlagsRefused({ flags: "--json and --csv" })
  const groups = options.groupBy.split(",")
  const { keys, ...only } = yield* reportFilters(options)
  const query = { ...(yield* reportedDays(options)), ...only, group_by: groups }
  const report = yield* readReport(options, query, "--group-by", keys)
  if (options.json) return yield* Console.log(yield* toJson(report))
  const { data } = report
  if (options.csv) return yield* Console.log(Core.activityCsv(data, groups).trimEnd())
  yield* Console.log(data.length === 0 ? "There were no requests." : activityTable(data, groups))
})
