import { describe, expect } from "@effect/vitest"
import { createGuardrail, GuardrailNotFound, getGuardrail, IntervalRequired, updateGuardrail } from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aGuardrail, aGuardrailPatch } from "@tollgate/testing/accounts"
import { Clock, DateTime, Effect, TestClock } from "effect"
import { inMemory, openAccount } from "../support/account.js"

const opened = Effect.gen(function* () {
  const account = yield* openAccount()
  const created = yield* account.asManager(
    createGuardrail(aGuardrail({ limit_usd: 10, reset_interval: "daily", allowed_models: ["acme/writer"] }))
  )
  yield* TestClock.adjust("1 minute")
  const update = (patch: Parameters<typeof aGuardrailPatch>[0]) =>
    account.asManager(updateGuardrail(created.id, aGuardrailPatch(patch)))
  return { ...account, created, update }
})

describe("updateGuardrail", () => {
  inMemory("changes what is named, clears what is null, leaves alone what is absent", () =>
    Effect.gen(function* () {
      const { asManager, created, update } = yield* opened
      const changed = yield* update({ name: "Contractors", limit_usd: null, reset_interval: null, enforce_zdr: true })
      expect(changed).toEqual({
        ...created,
        name: "Contractors",
        limit_usd: null,
        reset_interval: null,
        enforce_zdr: true,
        updated_at: yield* DateTime.now
      })
      expect(yield* asManager(getGuardrail(created.id))).toEqual(changed)
      expect(yield* update({ allowed_models: [] })).toEqual({ ...changed, allowed_models: [] })
    })
  )

  inMemory("has admissions judged again by a change of the policy, and not by that of a name or a description", () =>
    Effect.gen(function* () {
      const { created, organization, update } = yield* opened
      const store = yield* SpendingStore
      const organization_id = organization.id
      const ref = { organization_id, kind: "workspace", guardrail_id: null, subject: created.workspace_id } as const
      const version = Effect.map(
        Effect.flatMap(Clock.currentTimeMillis, (now) => store.scopes([ref], now)),
        ([scope]) => scope?.version ?? 0
      )
      yield* update({ name: "Contractors" })
      yield* update({ description: "Ten dollars a day" })
      expect(yield* version).toBe(0)
      yield* update({ name: "Interns", ignored_models: ["acme/writer"] })
      expect(yield* version).toBe(1)
    })
  )

  inMemory("changes nothing by an empty change, not even the time of the last one", () =>
    Effect.gen(function* () {
      const { created, update } = yield* opened
      expect(yield* update({})).toEqual(created)
      expect(yield* update({ name: undefined })).toEqual(created)
    })
  )

  inMemory("keeps an interval for the budget, whichever of the two is named", () =>
    Effect.gen(function* () {
      const { asManager, created, update } = yield* opened
      expect(yield* Effect.flip(update({ reset_interval: null }))).toEqual(new IntervalRequired())
      expect(yield* asManager(getGuardrail(created.id))).toEqual(created)
      yield* update({ limit_usd: null, reset_interval: null })
      expect(yield* Effect.flip(update({ limit_usd: 5 }))).toEqual(new IntervalRequired())
      expect((yield* update({ limit_usd: 5, reset_interval: "weekly" })).reset_interval).toBe("weekly")
    })
  )

  inMemory("loses neither of two changes of the same moment that together break the rule", () =>
    Effect.gen(function* () {
      const { asManager, created, update } = yield* opened
      yield* update({ limit_usd: null })
      const outcomes = yield* Effect.all(
        [Effect.either(update({ limit_usd: 5 })), Effect.either(update({ reset_interval: null }))],
        { concurrency: "unbounded" }
      )
      expect(outcomes.map(({ _tag }) => _tag).toSorted()).toEqual(["Left", "Right"])
      const { limit_usd, reset_interval } = yield* asManager(getGuardrail(created.id))
      expect(limit_usd === null || reset_interval !== null).toBe(true)
    })
  )

  inMemory("finds nothing of another organization", () =>
    Effect.gen(function* () {
      const { asManager, created } = yield* opened
      const stranger = yield* openAccount("Stranger")
      for (const patch of [{}, { name: "Theirs" }]) {
        expect(yield* Effect.flip(stranger.asManager(updateGuardrail(created.id, aGuardrailPatch(patch))))).toEqual(
          GuardrailNotFound.of(created.id)
        )
      }
      expect(yield* asManager(getGuardrail(created.id))).toEqual(created)
    })
  )
})
