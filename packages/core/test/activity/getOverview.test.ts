import { describe, expect } from "@effect/vitest"
import { createByokCredential, getOverview, Usd } from "@tollgate/core"
import { aByokCredential, travel, travelTo } from "@tollgate/testing"
import { DateTime, Effect } from "effect"
import { usd } from "../spending/support/samples.js"
import { openSpender } from "../spending/support/spender.js"
import { inMemory } from "../support/account.js"

const amounts = [
  ...["spent_daily_usd", "spent_weekly_usd", "spent_monthly_usd"],
  ...["byok_spent_daily_usd", "byok_spent_weekly_usd", "byok_spent_monthly_usd"],
  ...["held_usd", "byok_held_usd", "unknown_usd", "byok_unknown_usd"]
]

const nothing = { ...Object.fromEntries(amounts.map((name) => [name, Usd.zero])), open_holds: 0, unknown_holds: 0 }

describe("An overview", () => {
  inMemory("has what was spent in the windows of its instant, also if nothing was spent since another day", () =>
    Effect.gen(function* () {
      // The last evening of a day and of a week, but not of a month.
      yield* travelTo("2026-06-07T23:50:00Z")
      const { asManager, hold, ordinaryKey, settle } = yield* openSpender
      const overview = Effect.map(asManager(getOverview()), ({ at, ...rest }) => [DateTime.formatIso(at), rest])
      expect(yield* overview).toEqual(["2026-06-07T23:50:00.000Z", nothing])
      yield* settle((yield* hold(ordinaryKey)).data.id, { cost: usd(0.25) })
      const spent = {
        ...nothing,
        spent_daily_usd: usd(0.25),
        spent_weekly_usd: usd(0.25),
        spent_monthly_usd: usd(0.25)
      }
      expect(yield* overview).toEqual(["2026-06-07T23:50:00.000Z", spent])
      yield* travel("10 minutes")
      expect(yield* overview).toEqual(["2026-06-08T00:00:00.000Z", { ...nothing, spent_monthly_usd: usd(0.25) }])
      yield* travel("23 days")
      expect(yield* overview).toEqual(["2026-07-01T00:00:00.000Z", nothing])
    })
  )

  inMemory("tells own and BYOK amounts apart, held and unknown, until leases end", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey, sent, settle, unknown } = yield* openSpender
      const overview = Effect.map(asManager(getOverview()), ({ at: _, ...rest }) => rest)
      yield* asManager(createByokCredential(aByokCredential({ provider: "openai" })))
      const byok = Effect.map(hold(ordinaryKey, { credential: "byok", amount: 2 }), ({ data }) => data.id)
      const own = Effect.map(hold(ordinaryKey), ({ data }) => data.id)
      yield* sent(yield* own)
      yield* byok
      yield* unknown(yield* byok)
      yield* settle(yield* byok, { cost: usd(0.5) })
      const spent = {
        byok_spent_daily_usd: usd(0.5),
        byok_spent_weekly_usd: usd(0.5),
        byok_spent_monthly_usd: usd(0.5)
      }
      const unknowns = { byok_unknown_usd: usd(2), unknown_holds: 1 }
      const held = { held_usd: usd(1), byok_held_usd: usd(2), open_holds: 2 }
      expect(yield* overview).toEqual({ ...nothing, ...spent, ...unknowns, ...held })
      yield* travel("10 minutes")
      expect(yield* overview).toEqual({ ...nothing, ...spent, ...unknowns, unknown_usd: usd(1), unknown_holds: 2 })
    })
  )
})
