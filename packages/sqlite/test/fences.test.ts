import { describe, expect, it } from "@effect/vitest"
import { authorize, createKey, deleteKey, GatewayCaller, getKey, NewHold, recordUsage, updateKey } from "@tollgate/core"
import { aKey, aKeyPatch, someUsage, TestAccount } from "@tollgate/testing/accounts"
import { Deferred, Effect, Either, Redacted, Schema } from "effect"
import { inFreshFile } from "./support/files.js"

const decode = Schema.decodeSync(NewHold)

const opened = Effect.gen(function* () {
  const { asManager: manager } = yield* TestAccount.make()
  const asManager = Effect.provide(manager)
  const { data, key } = yield* asManager(createKey(aKey({ limit: 100_000 })))
  const hold = Effect.suspend(() =>
    authorize(decode({ key: Redacted.value(key), amount: 1, models: ["acme/writer"] }))
  ).pipe(Effect.provideService(GatewayCaller, { organizationId: null }))
  return { asManager, hash: data.hash, hold }
})

describe("Admissions in an SQLite file", () => {
  for (const how of ["disabled", "deleted"] as const) {
    it.live(`end with the acknowledgement that their key is ${how}, while 64 callers go on`, () =>
      Effect.gen(function* () {
        const { asManager, hash, hold } = yield* opened
        const disabling = Effect.asVoid(updateKey(hash, aKeyPatch({ disabled: true })))
        const deletion = Effect.asVoid(deleteKey(hash))
        let [acknowledged, answered] = [false, 0]
        const begun = yield* Deferred.make<void>()
        const one = Effect.gen(function* () {
          const isLate = acknowledged
          const isAdmitted = Either.isRight(yield* Effect.either(hold))
          answered += 1
          if (answered === 100) yield* Deferred.succeed(begun, undefined)
          return { isLate, isAdmitted }
        })
        const end = Effect.gen(function* () {
          yield* Deferred.await(begun)
          yield* asManager(how === "deleted" ? deletion : disabling)
          acknowledged = true
        })
        const requests = Effect.replicateEffect(one, 1_000, { concurrency: 64 })
        const [during] = yield* Effect.all([requests, end], { concurrency: 2 })
        const answers = [...during, ...(yield* Effect.replicateEffect(one, 64))]
        expect(answers.filter(({ isAdmitted, isLate }) => isAdmitted && isLate)).toEqual([])
        expect(answers.some(({ isLate }) => isLate)).toBe(true)
      }).pipe(Effect.provide(inFreshFile))
    )
  }

  it.live("judge what was recorded before, which the record of the key shows", () =>
    Effect.gen(function* () {
      const { asManager, hash, hold } = yield* opened
      yield* asManager(recordUsage(hash, someUsage({ usage: 99_999 })))
      yield* hold
      expect(yield* Effect.flip(hold)).toMatchObject({ _tag: "BudgetExceeded" })
      const { limit_remaining, usage } = yield* asManager(getKey(hash))
      expect([usage, limit_remaining]).toEqual([99_999_000_000_000n, 1_000_000_000n])
    }).pipe(Effect.provide(inFreshFile))
  )
})
