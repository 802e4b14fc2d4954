import * as Schema from "effect/Schema"
import { part } from "../Api.js"
import type { Target } from "../Change.js"
import { record } from "../Expectation.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { about, type Cases } from "../Subject.js"

const names = [
  ...["spent_monthly_usd", "byok_spent_monthly_usd", "held_usd", "byok_held_usd", "open_holds"],
  ...["unknown_usd", "byok_unknown_usd", "unknown_holds"]
]
const Numbers = Schema.Struct({ data: Schema.Record({ key: Schema.String, value: Schema.Unknown }) })

/** To the nano-dollar: a sum of two doubles has digits that neither has. */
const sum = (one: number, other: number) => Math.round((one + other) * 1e9) / 1e9

const outcomes: Cases<Target> = ({ test }) => [
  test("what holds set aside, what is unknown, and what a reconciliation has cost", async ({ run }) => {
    const { api, made } = await run.isolated()
    const { data: before } = part(await api.get("/overview", record()), Numbers)
    /** The overview has more of these since then, and as much of all others. */
    const shows = (more: Readonly<Record<string, number>>) =>
      api.get(
        "/overview",
        record(Object.fromEntries(names.map((name) => [name, sum(Number(before[name]), more[name] ?? 0)])))
      )
    const hold = await made.unknownHold()
    await made.hold()
    await made.settledHold()
    const open = { held_usd: 0.25, open_holds: 1 }
    await shows({ ...open, spent_monthly_usd: 0.125, unknown_usd: 0.25, unknown_holds: 1 })
    await api.post(`/holds/${hold}/reconcile`, { cost: 0.5, reason: "Invoice" }, record())
    await shows({ ...open, spent_monthly_usd: 0.625 })
  })
]

export const getOverview = about(
  "getOverview",
  { expect: () => record({ spent_daily_usd: Schema.Number, unknown_holds: Schema.Int }), differs: "at" },
  general,
  rateLimit,
  outcomes
)
