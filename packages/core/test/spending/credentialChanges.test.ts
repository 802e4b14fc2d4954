import { describe, expect } from "@effect/vitest"
import { createByokCredential, deleteByokCredential, type Services, updateByokCredential } from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aByokCredential, aByokPatch } from "@tollgate/testing"
import { Effect } from "effect"
import { inMemory } from "../support/account.js"
import { openSpender } from "./support/spender.js"

const opened = Effect.gen(function* () {
  const account = yield* openSpender
  const { id } = yield* account.asManager(createByokCredential(aByokCredential({ provider: "openai" })))
  const store = yield* SpendingStore
  /** A hold during whose admission something changes, once its plan was made. */
  const holdDuring = (change: Effect.Effect<unknown, unknown>) => {
    let isOver = false
    const admit: typeof store.admit = (admission) => {
      const changed = isOver ? Effect.void : Effect.orDie(change)
      isOver = true
      return Effect.zipRight(changed, store.admit(admission))
    }
    return account
      .hold(account.ordinaryKey, { provider: "openai", credential: "any" })
      .pipe(Effect.provideService(SpendingStore, { ...store, admit }))
  }
  const context = yield* Effect.context<Services>()
  const change = (act: Effect.Effect<unknown, unknown, Services>) => Effect.provide(act, context)
  return { ...account, id, change, holdDuring }
})

describe("A plan", () => {
  inMemory("has no credential that was disabled or restricted before the admission", () =>
    Effect.gen(function* () {
      const { asManager, change, holdDuring, id } = yield* opened
      const patch = (fields: Parameters<typeof aByokPatch>[0]) =>
        change(asManager(updateByokCredential(id, aByokPatch(fields))))
      expect((yield* holdDuring(patch({ name: "Renamed" }))).plan).toMatchObject({ left_out: [] })
      const disabled = yield* holdDuring(patch({ disabled: true }))
      expect(disabled.plan).toMatchObject({ credentials: [{ id: null }], left_out: [{ id, reason: "disabled" }] })
      yield* patch({ disabled: false })
      const restricted = yield* holdDuring(patch({ allowed_models: [] }))
      expect(restricted.plan).toMatchObject({ credentials: [{ id: null }], left_out: [{ id, reason: "model" }] })
    })
  )

  inMemory("has no credential that was deleted before the admission", () =>
    Effect.gen(function* () {
      const { asManager, change, holdDuring, id } = yield* opened
      const { plan } = yield* holdDuring(change(asManager(deleteByokCredential(id))))
      expect(plan).toMatchObject({ credentials: [{ id: null }], left_out: [] })
    })
  )
})
