import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ByokStoreMemory from "./byok/ByokStoreMemory.js"
import { Vault } from "./byok/Vault.js"
import * as GuardrailStoreMemory from "./guardrails/GuardrailStoreMemory.js"
import * as ImageModelCatalogMemory from "./images/ImageModelCatalogMemory.js"
import * as KeyStoreMemory from "./keys/KeyStoreMemory.js"
import * as MemoryState from "./memory/MemoryState.js"
import type { State } from "./memory/Slice.js"
import * as AuthorizationCodeStoreMemory from "./oauth/AuthorizationCodeStoreMemory.js"
import * as OrganizationStoreMemory from "./organizations/OrganizationStoreMemory.js"
import * as Readiness from "./ports/Readiness.js"
import * as PresetStoreMemory from "./presets/PresetStoreMemory.js"
import * as WorkspaceStoreMemory from "./workspaces/WorkspaceStoreMemory.js"

export { MemoryState } from "./memory/MemoryState.js"
export type { State } from "./memory/Slice.js"

/** Every port over whatever state in memory is provided. */
export const layerStores = Layer.mergeAll(
  OrganizationStoreMemory.layer,
  WorkspaceStoreMemory.layer,
  KeyStoreMemory.layer,
  AuthorizationCodeStoreMemory.layer,
  ByokStoreMemory.layer,
  GuardrailStoreMemory.layer,
  PresetStoreMemory.layer,
  ImageModelCatalogMemory.layer,
  Readiness.layerAlways,
  MemoryState.layerTransaction
)

/** Every port in memory, empty, with a vault whose key is kept nowhere. */
export const layer = Layer.merge(Layer.provideMerge(layerStores, MemoryState.layer), Vault.layerEphemeral)

/** The whole state as it is now; `layerFork` makes a new account of it. */
export const snapshot = Effect.flatMap(MemoryState.MemoryState, (state) => state.snapshot)

/** Every port in memory, beginning with a snapshot; neither side sees what the other changes from here on. */
export const layerFork = (state: State) => Layer.provideMerge(layerStores, MemoryState.layerFrom(state))
