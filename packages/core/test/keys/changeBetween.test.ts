import { expect } from "@effect/vitest"
import { getKey, listAuditEntries, type Services, updateKey } from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import { aKeyPatch } from "@tollgate/testing/accounts"
import { Effect } from "effect"
import { inMemory, openAccount } from "../support/account.js"

inMemory("A change stores each value that it states, though another one comes between its look and its storing", () =>
  Effect.gen(function* () {
    const { asManager, ordinaryHash } = yield* openAccount()
    yield* asManager(updateKey(ordinaryHash, aKeyPatch({ disabled: true })))
    const keys = yield* KeyStore
    const services = yield* Effect.context<Services>()
    let isFirst = true
    const between = KeyStore.of({
      ...keys,
      findMany: (...args) =>
        Effect.tap(keys.findMany(...args), () => {
          if (!isFirst) return Effect.void
          isFirst = false
          const open = asManager(updateKey(ordinaryHash, aKeyPatch({ disabled: false })))
          return Effect.orDie(Effect.provide(open, services))
        })
    })
    const change = updateKey(ordinaryHash, aKeyPatch({ disabled: true, name: "Closed" }))
    const answer = yield* Effect.provideService(asManager(change), KeyStore, between)
    expect(isFirst).toBe(false)
    expect([answer.disabled, (yield* asManager(getKey(ordinaryHash))).disabled]).toEqual([true, true])
    const { data } = yield* asManager(listAuditEntries({ limit: 1, offset: 0 }))
    expect(data.map(({ changes }) => changes)).toEqual([{ name: "Closed", disabled: true }])
  })
)
