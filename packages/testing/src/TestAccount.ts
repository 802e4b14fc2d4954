import {
  authenticate,
  Caller,
  createKey,
  createOrganization,
  hostCaller,
  LedgerCaller,
  ManagementCaller,
  type ManagingPrincipal,
  Memory,
  type NewOrganization,
  requireManagement,
  type Services
} from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { aKey } from "./keys.js"
import { anOrganization } from "./organizations.js"

/** The context of a caller that may manage the organization. */
const asManaging = (principal: ManagingPrincipal): Context.Context<Caller | LedgerCaller | ManagementCaller> =>
  Context.make(Caller, principal).pipe(Context.add(ManagementCaller, principal), Context.add(LedgerCaller, principal))

/**
 * Creates an organization with its default workspace, its first management key and an ordinary key.
 *
 * Returns the records, both secrets (`managementKey`, `ordinaryKey`) with their hashes, and a context to act as each
 * caller: `asManager`, `asOrdinary` and `asHost`. It needs every port: `TestAccount.layer`, or the layer of a storage package.
 *
 * @param input What `createOrganization` takes. @default anOrganization()
 *
 * @example
 * import { createKey } from "@tollgate/core"
 * import { aKey, TestAccount } from "@tollgate/testing"
 * import { Effect } from "effect"
 *
 * export const limitedKey = Effect.gen(function* () {
 *   const { asManager } = yield* TestAccount.make()
 *   return yield* Effect.provide(createKey(aKey({ limit: 5 })), asManager)
 * })
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

/**
 * Every port in memory, empty. Provide it to each test anew, so that no test sees the records of another.
 *
 * @example
 * import { it } from "@effect/vitest"
 * import { TestAccount } from "@tollgate/testing"
 * import { Effect } from "effect"
 *
 * it.effect("creates a key", () => TestAccount.make().pipe(Effect.provide(TestAccount.layer)))
 */
export const layer: Layer.Layer<Services | Memory.MemoryState> = Memory.layer

/** `fork` cannot copy the records of these stores, because they are not kept in memory by `TestAccount.layer`. */
export class ForkRefused extends Data.TaggedError("ForkRefused")<{ readonly stores: ReadonlyArray<string> }> {
  override get message(): string {
    return `TestAccount.fork copies only the stores of TestAccount.layer. Another layer provides ${this.stores.join(", ")}.`
  }
}

/**
 * Copies all stores in memory as they are now. The copy is made once: a program that is provided with the layer later sees
 * what an earlier one changed there. Neither side sees later changes of the other. The vault is shared.
 *
 * @throws ForkRefused if another layer provides one of the stores.
 *
 * @example
 * import { deleteKey } from "@tollgate/core"
 * import { TestAccount } from "@tollgate/testing"
 * import { Effect } from "effect"
 *
 * export const deletedInTheCopy = Effect.gen(function* () {
 *   const { asManager, ordinaryHash } = yield* TestAccount.make()
 *   const fork = yield* TestAccount.fork
 *   return yield* deleteKey(ordinaryHash).pipe(Effect.provide(asManager), Effect.provide(fork)) // the original has the key
 * })
 */
export const fork: Effect.Effect<
  Layer.Layer<Services | Memory.MemoryState>,
  ForkRefused,
  Memory.MemoryState | Vault
> = Effect.gen(function* () {
  const stores = yield* Memory.foreignStores
  if (stores.length > 0) return yield* new ForkRefused({ stores })
  const copy = yield* Effect.scoped(Layer.build(Memory.layerFork(yield* Memory.snapshot)))
  return Layer.succeedContext(Context.add(copy, Vault, yield* Vault))
})
