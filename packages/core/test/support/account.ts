import { expect, it } from "@effect/vitest"
import { Memory, type Services } from "@tollgate/core"
import type { SpendingStore } from "@tollgate/core/storage"
import { anOrganization, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Schema, type TestServices } from "effect"
import * as Rehearsal from "./rehearsal.js"

type Body<E> = Effect.Effect<unknown, E, Services | SpendingStore | Memory.MemoryState | TestServices.TestServices>

/** A test of programs over stores in memory that no other test sees, whose transactions do everything twice. */
export const inMemory = <E>(promise: string, body: () => Body<E>) =>
  it.effect(promise, () => Effect.provide(body(), Rehearsal.layer))

/** The same with transactions that do everything once, for what counts acts or puts programs into transactions itself. */
export const inMemoryOnce = <E>(promise: string, body: () => Body<E>) =>
  it.effect(promise, () => Effect.provide(body(), Memory.layer))

export const read = <A, I>(schema: Schema.Schema<A, I>) => Schema.decodeSync(schema)

/** Any UUID of the kind that is drawn at random. */
export const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

/** An account, and how to act as the holder of each of its keys. */
export const openAccount = (name = "Acme") =>
  Effect.map(TestAccount.make(anOrganization({ name, owner_user_id: `${name}-owner` })), (account) => ({
    ...account,
    asManager: Effect.provide(account.asManager),
    asOrdinary: Effect.provide(account.asOrdinary)
  }))
