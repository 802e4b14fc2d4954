import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import type { ByokId, ByokRecord } from "../byok/ByokCredential.js"
import type { Guardrail, GuardrailId, MemberAssignment } from "../guardrails/Guardrail.js"
import type { OrganizationId, WorkspaceId } from "../Id.js"
import type { CatalogEntry } from "../images/ImageModel.js"
import type { KeyHash } from "../keys/KeyHash.js"
import type { KeyRecord } from "../keys/KeyRecord.js"
import type { AuthorizationCode, CodeHash } from "../oauth/AuthorizationCode.js"
import type { Organization, OrganizationMember } from "../organizations/Organization.js"
import type { NewPresetRecord } from "../presets/Preset.js"
import { Transaction } from "../Transaction.js"
import type { Workspace } from "../workspaces/Workspace.js"
import type { WorkspaceMember } from "../workspaces/WorkspaceMember.js"
import type { SortedIndex } from "./SortedIndex.js"

/** Everything that every account holds, as one immutable value. Composite keys join their parts with a space. */
export interface State {
  readonly organizations: HashMap.HashMap<OrganizationId, Organization>
  readonly organizationMembers: HashMap.HashMap<string, OrganizationMember>
  readonly workspaces: HashMap.HashMap<WorkspaceId, Workspace>
  readonly workspaceSlugs: HashMap.HashMap<string, WorkspaceId>
  readonly workspaceMembers: HashMap.HashMap<WorkspaceId, SortedIndex<WorkspaceMember>>
  readonly workspaceUsers: HashMap.HashMap<string, WorkspaceMember>
  readonly keys: HashMap.HashMap<KeyHash, KeyRecord>
  readonly managementKeys: HashMap.HashMap<OrganizationId, ReadonlyArray<KeyHash>>
  readonly codes: HashMap.HashMap<CodeHash, AuthorizationCode>
  readonly credentials: HashMap.HashMap<ByokId, ByokRecord>
  readonly sortOrders: HashMap.HashMap<string, number>
  readonly guardrails: HashMap.HashMap<GuardrailId, Guardrail>
  readonly assignments: HashMap.HashMap<string, MemberAssignment>
  readonly guardrailUsers: HashMap.HashMap<GuardrailId, HashMap.HashMap<string, true>>
  readonly presetSlugs: HashMap.HashMap<string, true>
  readonly organizationPresets: HashMap.HashMap<OrganizationId, SortedIndex<NewPresetRecord>>
  readonly workspacePresets: HashMap.HashMap<string, SortedIndex<NewPresetRecord>>
  readonly imageModels: HashMap.HashMap<OrganizationId, ReadonlyArray<CatalogEntry>>
}

export const empty: State = {
  organizations: HashMap.empty(),
  organizationMembers: HashMap.empty(),
  workspaces: HashMap.empty(),
  workspaceSlugs: HashMap.empty(),
  workspaceMembers: HashMap.empty(),
  workspaceUsers: HashMap.empty(),
  keys: HashMap.empty(),
  managementKeys: HashMap.empty(),
  codes: HashMap.empty(),
  credentials: HashMap.empty(),
  sortOrders: HashMap.empty(),
  guardrails: HashMap.empty(),
  assignments: HashMap.empty(),
  guardrailUsers: HashMap.empty(),
  presetSlugs: HashMap.empty(),
  organizationPresets: HashMap.empty(),
  workspacePresets: HashMap.empty(),
  imageModels: HashMap.empty()
}

/**
 * The state that the stores in memory share. A snapshot is a read, a fork is a snapshot to begin with, and a
 * transaction works on a draft that the others see only once it is committed.
 */
export class MemoryState extends Context.Tag("@tollgate/core/MemoryState")<
  MemoryState,
  {
    readonly get: Effect.Effect<State>
    readonly modify: <A>(change: (state: State) => readonly [A, State]) => Effect.Effect<A>
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {}

interface Draft {
  readonly state: Ref.Ref<State>
  isOpen: boolean
}

const make = Effect.fnUntraced(function* (initial: State) {
  const committed = yield* Ref.make(initial)
  const writing = yield* Effect.makeSemaphore(1)
  const draft = FiberRef.unsafeMake<Draft | null>(null)
  // A fiber that outlives its transaction acts by itself from then on.
  const current = Effect.map(FiberRef.get(draft), (own) => (own?.isOpen === true ? own.state : null))
  const begin = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    writing.withPermits(1)(
      Effect.gen(function* () {
        const own: Draft = { state: yield* Ref.make(yield* Ref.get(committed)), isOpen: true }
        const close = Effect.sync(() => {
          own.isOpen = false
        })
        const result = yield* Effect.ensuring(Effect.locally(effect, draft, own), close)
        yield* Ref.set(committed, yield* Ref.get(own.state))
        return result
      })
    )
  return MemoryState.of({
    get: Effect.flatMap(current, (own) => Ref.get(own ?? committed)),
    modify: (change) =>
      Effect.flatMap(current, (own) =>
        own === null ? writing.withPermits(1)(Ref.modify(committed, change)) : Ref.modify(own, change)
      ),
    // Within one already, it is part of that, as in SQL.
    transaction: (effect) => Effect.flatMap(current, (own) => (own === null ? begin(effect) : effect))
  })
})

/** A new, empty state. */
export const layer: Layer.Layer<MemoryState> = Layer.effect(MemoryState, make(empty))

/** A state of its own that begins as a copy of another, in no time: nothing is copied until it changes. */
export const layerFrom = (state: State): Layer.Layer<MemoryState> => Layer.effect(MemoryState, make(state))

/** Transactions over the state in memory. */
export const layerTransaction = Layer.effect(
  Transaction,
  Effect.map(MemoryState, (state) => Transaction.of({ run: state.transaction }))
)
