import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { OrganizationId } from "../Id.js"
import { MemoryState, type State } from "../memory/MemoryState.js"
import type { KeyPatch } from "./ApiKey.js"
import type { KeyHash } from "./KeyHash.js"
import { isActive, type KeyRecord } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"

const find = (all: State, organizationId: OrganizationId, hash: KeyHash) =>
  Option.filter(HashMap.get(all.keys, hash), (key) => key.organization_id === organizationId)

const managementKeysOf = (all: State, organizationId: OrganizationId) =>
  Option.getOrElse(HashMap.get(all.managementKeys, organizationId), (): ReadonlyArray<KeyHash> => [])

const patched = (key: KeyRecord, patch: KeyPatch, updated_at: DateTime.Utc): KeyRecord => ({
  ...key,
  name: patch.name ?? key.name,
  disabled: patch.disabled ?? key.disabled,
  limit: patch.limit === undefined ? key.limit : patch.limit,
  limit_reset: patch.limit_reset === undefined ? key.limit_reset : patch.limit_reset,
  include_byok_in_limit: patch.include_byok_in_limit ?? key.include_byok_in_limit,
  updated_at
})

export const layer = Layer.effect(
  KeyStore,
  Effect.map(MemoryState, (state) => {
    const change = (organizationId: OrganizationId, hash: KeyHash, f: (key: KeyRecord) => KeyRecord) =>
      state.modify((all) => {
        const next = Option.map(find(all, organizationId, hash), f)
        return [next, Option.isNone(next) ? all : { ...all, keys: HashMap.set(all.keys, hash, next.value) }]
      })
    return KeyStore.of({
      insert: (key) =>
        state.modify((all) => {
          const keys = HashMap.set(all.keys, key.hash, key)
          if (!key.is_management) return [undefined, { ...all, keys }]
          const hashes = [...managementKeysOf(all, key.organization_id), key.hash]
          return [
            undefined,
            { ...all, keys, managementKeys: HashMap.set(all.managementKeys, key.organization_id, hashes) }
          ]
        }),
      identify: (hash) => Effect.map(state.get, (all) => HashMap.get(all.keys, hash)),
      find: (organizationId, hash) => Effect.map(state.get, (all) => find(all, organizationId, hash)),
      update: (organizationId, hash, patch, at) => change(organizationId, hash, (key) => patched(key, patch, at)),
      hasOtherManagementKey: (organizationId, hash, at) =>
        Effect.map(state.get, (all) =>
          managementKeysOf(all, organizationId).some(
            (other) => other !== hash && Option.exists(HashMap.get(all.keys, other), (key) => isActive(key, at))
          )
        ),
      setUsage: (organizationId, hash, counters) => change(organizationId, hash, (key) => ({ ...key, counters }))
    })
  })
)
