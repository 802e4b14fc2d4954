import { it } from "@effect/vitest"
import {
  authenticate,
  Caller,
  createKey,
  createOrganization,
  Memory,
  NewKey,
  NewOrganization,
  type Services
} from "@tollgate/core"
import { Effect, Schema, type TestServices } from "effect"

type Body<E> = Effect.Effect<unknown, E, Services | Memory.MemoryState | TestServices.TestServices>

/** Any program, to be run as somebody. */
export type Program = Effect.Effect<unknown, { readonly _tag: string }, Services | Caller>

/** A test of programs over stores in memory that no other test sees. */
export const inMemory = <E>(promise: string, body: () => Body<E>) =>
  it.effect(promise, () => Effect.provide(body(), Memory.layer))

export const read = <A, I>(schema: Schema.Schema<A, I>) => Schema.decodeSync(schema)

export const newKey = (input: Partial<typeof NewKey.Encoded> = {}) => read(NewKey)({ name: "A key", ...input })

/** An organization with a management key and an ordinary one, and how to act as each. */
export const openAccount = Effect.fnUntraced(function* (name: string = "Acme") {
  const created = yield* createOrganization(read(NewOrganization)({ name, owner_user_id: `${name}-owner` }))
  const manager = yield* authenticate(created.key)
  const asManager = Effect.provideService(Caller, manager)
  const ordinary = yield* asManager(createKey(newKey({ name: "Ordinary" })))
  const asOrdinary = Effect.provideService(Caller, yield* authenticate(ordinary.key))
  return { ...created, manager, asManager, ordinary, asOrdinary }
})
