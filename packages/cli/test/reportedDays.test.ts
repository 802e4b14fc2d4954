import { describe, expect, it } from "@effect/vitest"
import { travelTo } from "@tollgate/testing"
import { Effect, Option } from "effect"
import { reportedDays } from "../src/commands/reportedDays.js"

type Flags = Readonly<Record<string, string>>

const days = ({ from, last, month, to }: Flags) =>
  Effect.gen(function* () {
    yield* travelTo("2026-03-01T00:30:00Z")
    const given = { from, last, month, to }
    return yield* reportedDays({
      from: Option.fromNullable(given.from),
      to: Option.fromNullable(given.to),
      last: Option.fromNullable(given.last),
      month: Option.fromNullable(given.month)
    })
  })

const reasons = (flags: Flags) => Effect.map(Effect.flip(days(flags)), ({ message }) => message)

describe("The days of a report", () => {
  it.effect.each([
    [{ last: "1d" }, { from: "2026-03-01", to: "2026-03-01" }],
    [{ last: "7d" }, { from: "2026-02-23", to: "2026-03-01" }],
    [{ last: "366d" }, { from: "2025-03-01", to: "2026-03-01" }],
    [{ month: "2026-10" }, { from: "2026-10-01", to: "2026-10-31" }],
    [{ month: "2028-02" }, { from: "2028-02-01", to: "2028-02-29" }],
    [{ from: "2026-01-01" }, { from: "2026-01-01", to: undefined }],
    [{}, { from: undefined, to: undefined }]
  ] as const)("of %j are %j", ([flags, expected]) =>
    Effect.gen(function* () {
      expect(yield* days(flags)).toEqual(expected)
    })
  )

  it.effect("are counted back in days, or named by a month, in one way", () =>
    Effect.gen(function* () {
      for (const last of ["0d", "367d", "7", "7w", "d", "-7d", "1.5d"]) {
        expect(yield* reasons({ last })).toBe("--last must be 1 to 366 days, such as 7d.")
      }
      for (const month of ["2026", "2026-13", "2026-00", "october", "2026-10-01"]) {
        expect(yield* reasons({ month })).toBe("--month must be a month in UTC, such as 2026-10.")
      }
      const other = { from: "2026-02-01", last: "7d", month: "2026-02", to: "2026-02-02" }
      for (const one of ["from", "month", "to"] as const) {
        const message = "--last, --month, and --from with --to exclude each other."
        expect(yield* reasons({ last: other.last, [one]: other[one] })).toBe(message)
        expect(yield* reasons({ month: other.month, [one === "month" ? "to" : one]: "2026-02-02" })).toBe(message)
      }
    })
  )
})
