import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { OrganizationId } from "../Id.js"
import { findOwned } from "../memory/findOwned.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import type { KeyHash } from "./KeyHash.js"
import { isActive, type KeyRecord } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"

interface Keys {
  readonly byHash: HashMap.HashMap<KeyHash, KeyRecord>
  readonly management: HashMap.HashMap<OrganizationId, ReadonlyArray<KeyHash>>
}

const slice = new Slice<Keys>("keys", { byHash: HashMap.empty(), management: HashMap.empty() })

const find = ({ byHash }: Keys, organizationId: OrganizationId, hash: KeyHash) =>
  findOwned(byHash, organizationId, hash)

const managementOf = ({ management }: Keys, organizationId: OrganizationId) =>
  Option.getOrElse(HashMap.get(management, organizationId), (): ReadonlyArray<KeyHash> => [])

const insert = (all: Keys, key: KeyRecord): Keys => ({
  byHash: HashMap.set(all.byHash, key.hash, key),
  management: key.is_management
    ? HashMap.set(all.management, key.organization_id, [...managementOf(all, key.organization_id), key.hash])
    : all.management
})

export const layer = Layer.effect(
  KeyStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    const change = (organizationId: OrganizationId, hash: KeyHash, f: (key: KeyRecord) => KeyRecord) =>
      modify((all) => {
        const next = Option.map(find(all, organizationId, hash), f)
        return [next, Option.isNone(next) ? all : { ...all, byHash: HashMap.set(all.byHash, hash, next.value) }]
      })
    return KeyStore.of({
      insert: (key) => modify((all) => [undefined, insert(all, key)]),
      identify: (hash) => read(({ byHash }) => HashMap.get(byHash, hash)),
      find: (organizationId, hash) => read((all) => find(all, organizationId, hash)),
      update: (organizationId, hash, patch, updated_at) =>
        change(organizationId, hash, (key) => ({ ...key, ...patch, updated_at })),
      hasOtherManagementKey: (organizationId, hash, at) =>
        read((all) =>
          managementOf(all, organizationId).some(
            (other) => other !== hash && Option.exists(HashMap.get(all.byHash, other), (key) => isActive(key, at))
          )
        ),
      setUsage: (organizationId, hash, counters) => change(organizationId, hash, (key) => ({ ...key, ...counters }))
    })
  })
)
