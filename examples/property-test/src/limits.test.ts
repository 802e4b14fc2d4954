import { expect, it } from "@effect/vitest"
import { recordUsage, Usd, updateKey, WindowKind, windowId } from "@tollgate/core"
import { aKeyPatch, someUsage, TestAccount, travel, travelTo } from "@tollgate/testing"
import { Clock, Effect, FastCheck } from "effect"

const step = FastCheck.record({
  hours: FastCheck.integer({ min: 0, max: 400 }),
  cents: FastCheck.integer({ min: 0, max: 9_999 }),
  limit_reset: FastCheck.constantFrom(null, ...WindowKind.literals)
})

it.effect.prop(
  "leaves the limit less what its window has used, whichever window is selected and whenever",
  { steps: FastCheck.array(step, { maxLength: 12 }) },
  ({ steps }) =>
    Effect.gen(function* () {
      yield* travelTo("2026-01-01T00:00:00Z")
      const { asHost, ordinaryHash: hash } = yield* TestAccount.make()
      const spent: Array<{ readonly at: number; readonly cents: number }> = []

      for (const { cents, hours, limit_reset } of steps) {
        yield* travel(`${hours} hours`)
        const now = yield* Clock.currentTimeMillis
        spent.push({ at: now, cents })
        yield* Effect.provide(recordUsage(hash, someUsage({ usage: cents / 100 })), asHost)
        const key = yield* Effect.provide(updateKey(hash, aKeyPatch({ limit: 50, limit_reset })), asHost)

        const inWindow = spent.filter(
          ({ at }) => limit_reset === null || windowId(limit_reset, at) === windowId(limit_reset, now)
        )
        const used = inWindow.reduce((sum, { cents }) => sum + cents, 0)
        expect(key.limit_remaining).toBe(Usd.fromNumber((5_000 - used) / 100))
      }
    }).pipe(Effect.provide(TestAccount.layer))
)
