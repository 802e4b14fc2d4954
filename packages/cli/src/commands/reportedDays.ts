import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ValueRefused } from "../settings/withFlagNames.js"

/** The most days of a report. */
const MAX_DAYS = 366

/** Flags that do not fit together. */
export class FlagsRefused extends Data.TaggedError("FlagsRefused")<{ readonly flags: string }> {
  override get message(): string {
    return `${this.flags} exclude each other.`
  }
}

/** The flags for the days of a report. */
export interface DaysOptions {
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
  readonly last: Option.Option<string>
  readonly month: Option.Option<string>
}

interface Days {
  readonly from: string | undefined
  readonly to: string | undefined
}

const refused = (problem: string) => new ValueRefused({ problems: [problem] })

/** The last days, of which today is one. */
const lastDays = (text: string, now: DateTime.Utc): Effect.Effect<Days, ValueRefused> => {
  const count = /^\d{1,3}d$/.test(text) ? Number(text.slice(0, -1)) : 0
  if (count < 1 || count > MAX_DAYS) return refused(`--last must be 1 to ${MAX_DAYS} days, such as 7d.`)
  const from = DateTime.subtract(now, { days: count - 1 })
  return Effect.succeed({ from: DateTime.formatIsoDateUtc(from), to: DateTime.formatIsoDateUtc(now) })
}

const daysOfMonth = (text: string): Effect.Effect<Days, ValueRefused> => {
  const first = /^\d{4}-\d{2}$/.test(text) ? DateTime.make(`${text}-01T00:00:00Z`) : Option.none()
  return Option.match(first, {
    onNone: () => refused("--month must be a month in UTC, such as 2026-10."),
    onSome: (first) =>
      Effect.succeed({
        from: DateTime.formatIsoDateUtc(first),
        to: DateTime.formatIsoDateUtc(DateTime.endOf(first, "month"))
      })
  })
}

/** The first and the last day of a report (UTC), undefined where the report has its own. */
export const reportedDays = Effect.fnUntraced(function* ({ from, last, month, to }: DaysOptions) {
  const stated = [Option.orElse(from, () => to), last, month].filter(Option.isSome)
  if (stated.length > 1) return yield* new FlagsRefused({ flags: "--last, --month, and --from with --to" })
  if (Option.isSome(last)) return yield* lastDays(last.value, yield* DateTime.now)
  if (Option.isSome(month)) return yield* daysOfMonth(month.value)
  return { from: Option.getOrUndefined(from), to: Option.getOrUndefined(to) }
})
