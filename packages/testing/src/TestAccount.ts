import {
  authenticate,
  Caller,
  createKey,
  createOrganization,
  hostCaller,
  ManagementCaller,
  type ManagingPrincipal,
  Memory,
  type NewOrganization,
  requireManagement,
  type Services
} from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { aKey } from "./keys.js"
import { anOrganization } from "./organizations.js"

/** To act as somebody who may manage the account: `Effect.provide(program, asManaging(principal))`. */
const asManaging = (principal: ManagingPrincipal): Context.Context<Caller | ManagementCaller> =>
  Context.add(Context.make(Caller, principal), ManagementCaller, principal)

/**
 * A whole account: an organization, its default workspace, its first management key and an ordinary key, and how to
 * act as the holder of each or as the host. Needs every port: `TestAccount.layer`, or a storage package's layer.
 */
export const make = Effect.fnUntraced(function* (input: NewOrganization = anOrganization()) {
  const { data: managementData, key: managementKey, organization, workspace } = yield* createOrganization(input)
  const manager = yield* Effect.flatMap(authenticate(managementKey), requireManagement)
  const asManager = asManaging(manager)
  const { data, key: ordinaryKey } = yield* Effect.provide(createKey(aKey({ name: "Ordinary key" })), asManager)
  const ordinary = yield* authenticate(ordinaryKey)
  return {
    organization,
    workspace,
    managementKey,
    managementHash: managementData.hash,
    manager,
    asManager,
    ordinaryKey,
    ordinaryHash: data.hash,
    ordinary,
    asOrdinary: Context.make(Caller, ordinary),
    asHost: asManaging(yield* hostCaller(organization.id))
  }
})

export type TestAccount = Effect.Effect.Success<ReturnType<typeof make>>

/** Every port in memory, empty: build it anew for each test. */
export const layer: Layer.Layer<Services | Memory.MemoryState> = Memory.layer

/** Everything as it stands now, as a layer of its own: neither side sees what the other changes from here on. */
export const fork: Effect.Effect<
  Layer.Layer<Services | Memory.MemoryState>,
  never,
  Memory.MemoryState | Vault
> = Effect.gen(function* () {
  const state = yield* Memory.snapshot
  return Layer.merge(Memory.layerFork(state), Layer.succeed(Vault, yield* Vault))
})
