import {
  authenticate,
  Caller,
  createKey,
  createOrganization,
  hostCaller,
  Memory,
  type NewOrganization,
  type Services,
  Vault
} from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { aKey } from "./keys.js"
import { anOrganization } from "./organizations.js"

/**
 * A whole account: an organization, its default workspace, its first management key and an ordinary key, and how to
 * act as the holder of each or as the host. Needs every port: `TestAccount.layer`, or a storage package's layer.
 */
export const make = Effect.fn("TestAccount.make")(function* (input: NewOrganization = anOrganization()) {
  const { key: managementKey, organization, workspace } = yield* createOrganization(input)
  const manager = yield* authenticate(managementKey)
  const asManager = Layer.succeed(Caller, manager)
  const { data, key: ordinaryKey } = yield* Effect.provide(createKey(aKey({ name: "Ordinary key" })), asManager)
  const ordinary = yield* authenticate(ordinaryKey)
  return {
    organization,
    workspace,
    managementKey,
    manager,
    asManager,
    ordinaryKey,
    ordinaryHash: data.hash,
    ordinary,
    asOrdinary: Layer.succeed(Caller, ordinary),
    asHost: Layer.succeed(Caller, yield* hostCaller(organization.id))
  }
})

export type TestAccount = Effect.Effect.Success<ReturnType<typeof make>>

/** Every port in memory, empty: build it anew for each test. */
export const layer: Layer.Layer<Services | Memory.MemoryState> = Memory.layer

/** Everything as it stands now, as a layer of its own: neither side sees what the other changes from here on. */
export const fork: Effect.Effect<
  Layer.Layer<Services | Memory.MemoryState>,
  never,
  Memory.MemoryState | Vault.Vault
> = Effect.gen(function* () {
  const state = yield* Memory.snapshot
  return Layer.merge(Memory.layerFork(state), Layer.succeed(Vault.Vault, yield* Vault.Vault))
})
