import * as Core from "@tollgate/core"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Place } from "../account/Place.js"
import { ValueRefused } from "../settings/withFlagNames.js"
import { withReports } from "./readReport.js"
import { type DaysOptions, reportedDays } from "./reportedDays.js"

interface Options extends DaysOptions, Place {
  readonly format: string
  readonly labels: Option.Option<string>
  readonly billingAccount: Option.Option<string>
  readonly provider: string
}

const refused = (problem: string) => new ValueRefused({ problems: [problem] })

/** A report has at most 8 groups, of which a row of FOCUS needs 5. */
const MAX_LABELS = 3

const areLabels = (labels: ReadonlyArray<string>) =>
  labels.length <= MAX_LABELS &&
  new Set(labels).size === labels.length &&
  labels.every((name) => /^[a-z0-9_]{1,32}$/.test(name))

/** A text that a column must have. */
const required = (flag: string, value: string) =>
  value.trim() === "" ? refused(`${flag} must be a text that is not empty.`) : Effect.succeed(value)

/** Prints lines, of which the last one gets its line feed here. */
const printed = (csv: string) => Console.log(csv.slice(0, -1))

/** Prints what requests have cost as CSV with the columns of FOCUS 1.2. */
export const printUsage = Effect.fnUntraced(function* (options: Options) {
  if (options.format !== "focus") return yield* refused("--format must be focus.")
  const labels = Option.match(options.labels, { onNone: () => [], onSome: (names) => names.split(",") })
  const billed = Option.getOrElse(
    Option.orElse(options.billingAccount, () => options.organization),
    () => "default"
  )
  const columns = {
    billingAccount: yield* required("--billing-account", billed),
    provider: yield* required("--provider", options.provider),
    labels
  }
  if (!areLabels(labels))
    return yield* refused(`--labels must be at most ${MAX_LABELS} different names, separated by commas.`)
  const days = yield* reportedDays(options)
  const group_by = Core.focusGroups(labels)
  yield* withReports(
    options,
    { ...days, group_by },
    "--labels",
    Effect.fnUntraced(function* (read) {
      const { data } = yield* read({ ...days, group_by: ["day"] })
      yield* printed(Core.focusHead())
      // Each day by itself: each page of a report sums all of its days again, and a year of a large organization is no text to keep.
      for (const { day } of data) {
        const report = yield* read({ from: day, to: day, group_by })
        if (report.data.length > 0) yield* printed(Core.focusCsv(report.data, columns))
      }
    })
  )
})
