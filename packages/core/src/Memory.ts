import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AlertStore } from "./alerts/AlertStore.js"
import * as AlertStoreMemory from "./alerts/AlertStoreMemory.js"
import { AuditStore } from "./audit/AuditStore.js"
import * as AuditStoreMemory from "./audit/AuditStoreMemory.js"
import * as BoostStoreMemory from "./boosts/BoostStoreMemory.js"
import { ByokStore } from "./byok/ByokStore.js"
import * as ByokStoreMemory from "./byok/ByokStoreMemory.js"
import { SealedSecrets } from "./byok/SealedSecrets.js"
import * as SealedSecretsMemory from "./byok/SealedSecretsMemory.js"
import { Vault } from "./byok/Vault.js"
import { GatewayKeyStore } from "./gatewayKeys/GatewayKeyStore.js"
import * as GatewayKeyStoreMemory from "./gatewayKeys/GatewayKeyStoreMemory.js"
import { GuardrailStore } from "./guardrails/GuardrailStore.js"
import * as GuardrailStoreMemory from "./guardrails/GuardrailStoreMemory.js"
import { IdempotencyStore } from "./idempotency/IdempotencyStore.js"
import * as IdempotencyStoreMemory from "./idempotency/IdempotencyStoreMemory.js"
import { ImageModelCatalog } from "./images/ImageModelCatalog.js"
import * as ImageModelCatalogMemory from "./images/ImageModelCatalogMemory.js"
import * as KeySecrets from "./keys/KeySecrets.js"
import { KeyStore } from "./keys/KeyStore.js"
import * as KeyStoreMemory from "./keys/KeyStoreMemory.js"
import { withoutReferences } from "./memory/constraints.js"
import * as MemoryState from "./memory/MemoryState.js"
import type { State } from "./memory/Slice.js"
import { AuthorizationCodeStore } from "./oauth/AuthorizationCodeStore.js"
import * as AuthorizationCodeStoreMemory from "./oauth/AuthorizationCodeStoreMemory.js"
import { OrganizationStore } from "./organizations/OrganizationStore.js"
import * as OrganizationStoreMemory from "./organizations/OrganizationStoreMemory.js"
import { Readiness } from "./ports/Readiness.js"
import { Transaction } from "./ports/Transaction.js"
import { PresetStore } from "./presets/PresetStore.js"
import * as PresetStoreMemory from "./presets/PresetStoreMemory.js"
import { PriceBook } from "./prices/PriceBook.js"
import * as PriceBookMemory from "./prices/PriceBookMemory.js"
import * as BudgetRequestStoreMemory from "./requests/BudgetRequestStoreMemory.js"
import { readSpender } from "./spending/admission/readSpender.js"
import { SpendingStore } from "./spending/store/SpendingStore.js"
import * as SpendingStoreMemory from "./spending/store/SpendingStoreMemory.js"
import { OutboxStore } from "./webhooks/outbox/OutboxStore.js"
import * as OutboxStoreMemory from "./webhooks/outbox/OutboxStoreMemory.js"
import { WebhookStore } from "./webhooks/WebhookStore.js"
import * as WebhookStoreMemory from "./webhooks/WebhookStoreMemory.js"
import { WorkspaceStore } from "./workspaces/WorkspaceStore.js"
import * as WorkspaceStoreMemory from "./workspaces/WorkspaceStoreMemory.js"

export { MemoryState } from "./memory/MemoryState.js"
export type { State } from "./memory/Slice.js"

/** The stores that a spender is read from. */
const readers = [ByokStore, GuardrailStore, KeyStore, OrganizationStore, SpendingStore, WorkspaceStore] as const

/** The state that each port in memory belongs to. */
const stateOf = new WeakMap<object, Context.Tag.Service<MemoryState.MemoryState>>()

/** The store of spending, which reads spenders from the stores beside it. */
const withSpenders = (
  stores: Context.Context<Context.Tag.Identifier<(typeof readers)[number]>>,
  state: Context.Tag.Service<MemoryState.MemoryState>
) => {
  const { read } = state.of(KeyStoreMemory.secrets)
  return SpendingStore.of({
    ...Context.get(stores, SpendingStore),
    findSpender: (name, at) =>
      Effect.flatMap(
        Effect.provide(readSpender(name, at), stores),
        Option.match({
          onNone: () => Effect.succeedNone,
          onSome: (spender) =>
            read((secrets) => Option.some({ ...spender, secret_until: KeySecrets.endOf(secrets, name.secret) }))
        })
      )
  })
}

/** A state in memory and every port over it. */
const portsFrom = (initial: State) =>
  Effect.gen(function* () {
    const state = yield* MemoryState.make(initial, AuditStoreMemory.append)
    const made = yield* Effect.all([
      AlertStoreMemory.make,
      AuditStoreMemory.make,
      OrganizationStoreMemory.make,
      WorkspaceStoreMemory.make,
      KeyStoreMemory.make,
      GatewayKeyStoreMemory.make,
      AuthorizationCodeStoreMemory.make,
      ByokStoreMemory.make,
      SealedSecretsMemory.make,
      GuardrailStoreMemory.make,
      PresetStoreMemory.make,
      ImageModelCatalogMemory.make,
      IdempotencyStoreMemory.make,
      SpendingStoreMemory.make,
      BoostStoreMemory.make,
      BudgetRequestStoreMemory.make,
      PriceBookMemory.make,
      WebhookStoreMemory.make,
      OutboxStoreMemory.make
    ]).pipe(Effect.provideService(MemoryState.MemoryState, state))
    const stores = Context.mergeAll(...made)
    const ports = stores.pipe(
      Context.add(Readiness, { check: Effect.void }),
      Context.add(Transaction, state.transaction),
      Context.add(SpendingStore, withSpenders(stores, state))
    )
    for (const port of ports.unsafeMap.values()) stateOf.set(port, state)
    return Context.add(ports, MemoryState.MemoryState, state)
  })

const withVault = <A, E, R>(ports: Effect.Effect<Context.Context<A>, E, R>) =>
  Effect.zipWith(ports, Vault.makeEphemeral, (ports, vault) => Context.add(ports, Vault, vault))

/**
 * Every port in memory, empty. The vault's key is random and not stored.
 *
 * @example
 * import { createOrganization, Memory, NewOrganization } from "@tollgate/core"
 * import { Effect, Schema } from "effect"
 *
 * const program = Schema.decode(NewOrganization)({ name: "Acme", owner_user_id: "ada" }).pipe(
 *   Effect.flatMap(createOrganization)
 * )
 * const { key } = await program.pipe(Effect.provide(Memory.layer), Effect.runPromise)
 */
export const layer = Layer.scopedContext(withVault(portsFrom({})))

/**
 * The same, but a record may reference records that do not exist. This is for tests of a storage that provides some of the
 * ports itself: the ports in memory do not know its records.
 */
export const layerWithoutReferences = Layer.scopedContext(withVault(portsFrom(withoutReferences)))

/** The whole state as it is now. `layerFork` starts from it. */
export const snapshot = Effect.flatMap(MemoryState.MemoryState, (state) => state.snapshot)

/**
 * Every port in memory, starting from a snapshot. Neither side sees later changes of the other.
 *
 * @example
 * import { Memory } from "@tollgate/core"
 * import { Effect } from "effect"
 *
 * export const copy = Effect.map(Memory.snapshot, Memory.layerFork)
 */
export const layerFork = (state: State) => Layer.scopedContext(portsFrom(state))

/** The stores whose records a snapshot has. */
const stores = [
  AlertStore,
  AuditStore,
  OrganizationStore,
  WorkspaceStore,
  KeyStore,
  GatewayKeyStore,
  AuthorizationCodeStore,
  ByokStore,
  SealedSecrets,
  GuardrailStore,
  PresetStore,
  ImageModelCatalog,
  IdempotencyStore,
  SpendingStore,
  PriceBook,
  WebhookStore,
  OutboxStore
]

/** The names of the provided stores whose records are not in the state in memory, so that a snapshot lacks them. */
export const foreignStores: Effect.Effect<ReadonlyArray<string>, never, MemoryState.MemoryState> = Effect.map(
  Effect.context<MemoryState.MemoryState>(),
  (context) => {
    const state = Context.get(context, MemoryState.MemoryState)
    return stores.flatMap(({ key }) => {
      const store: unknown = context.unsafeMap.get(key)
      const isForeign = typeof store === "object" && store !== null && stateOf.get(store) !== state
      return isForeign ? [key.slice(key.lastIndexOf("/") + 1)] : []
    })
  }
)
