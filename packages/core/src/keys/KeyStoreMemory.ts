import * as Array from "effect/Array"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { missing, repeated } from "../memory/constraints.js"
import { findOwned } from "../memory/findOwned.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import type { OrganizationId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import { workspaceOf } from "../workspaces/WorkspaceStoreMemory.js"
import type { KeyRecord } from "./KeyRecord.js"
import * as KeySecrets from "./KeySecrets.js"
import { type KeyList, KeyStore } from "./KeyStore.js"

interface Keys {
  readonly byHash: HashMap.HashMap<KeyHash, KeyRecord>
  readonly secrets: KeySecrets.KeySecrets
  readonly management: HashMap.HashMap<OrganizationId, ReadonlyArray<KeyHash>>
  readonly lists: HashMap.HashMap<string, SortedIndex.SortedIndex<KeyHash>>
}

const slice = new Slice<Keys>("keys", {
  byHash: HashMap.empty(),
  secrets: KeySecrets.empty,
  management: HashMap.empty(),
  lists: HashMap.empty()
})

const find = ({ byHash }: Keys, organizationId: OrganizationId, hash: KeyHash) =>
  findOwned(byHash, organizationId, hash)

const managementOf = ({ management }: Keys, organizationId: OrganizationId) =>
  Option.getOrElse(HashMap.get(management, organizationId), (): ReadonlyArray<KeyHash> => [])

const nameOf = (organizationId: OrganizationId, { enabledOnly, workspaceId }: KeyList) =>
  `${organizationId} ${workspaceId} ${enabledOnly}`

/** The lists that contain a key. */
const listsOf = ({ disabled, organization_id, workspace_id }: KeyRecord): ReadonlyArray<string> =>
  [workspace_id, null].flatMap((workspaceId) =>
    (disabled ? [false] : [false, true]).map((enabledOnly) => nameOf(organization_id, { workspaceId, enabledOnly }))
  )

const sortKeyOf = ({ created_at, hash }: KeyRecord) => SortedIndex.newestFirst(created_at.epochMillis, hash)

const listed = (lists: Keys["lists"], key: KeyRecord) =>
  listsOf(key).reduce((lists, name) => SortedIndex.insertAt(lists, name, sortKeyOf(key), key.hash), lists)

const unlisted = (lists: Keys["lists"], key: KeyRecord) =>
  listsOf(key).reduce((lists, name) => SortedIndex.removeAt(lists, name, sortKeyOf(key)), lists)

const insert = (all: Keys, key: KeyRecord): Keys => ({
  byHash: HashMap.set(all.byHash, key.hash, key),
  secrets: KeySecrets.add(all.secrets, key.hash),
  management: key.is_management
    ? HashMap.set(all.management, key.organization_id, [...managementOf(all, key.organization_id), key.hash])
    : all.management,
  lists: listed(all.lists, key)
})

const replace = (all: Keys, before: KeyRecord, after: KeyRecord): Keys => ({
  ...all,
  byHash: HashMap.set(all.byHash, after.hash, after),
  lists: before.disabled === after.disabled ? all.lists : listed(unlisted(all.lists, before), after)
})

const remove = (all: Keys, key: KeyRecord): Keys => ({
  byHash: HashMap.remove(all.byHash, key.hash),
  secrets: KeySecrets.remove(all.secrets, key.hash),
  management: key.is_management
    ? HashMap.set(
        all.management,
        key.organization_id,
        managementOf(all, key.organization_id).filter((hash) => hash !== key.hash)
      )
    : all.management,
  lists: unlisted(all.lists, key)
})

export const layer = Layer.effect(
  KeyStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    const change = (organizationId: OrganizationId, hash: KeyHash, f: (key: KeyRecord) => KeyRecord) =>
      modify((all) => {
        const before = find(all, organizationId, hash)
        if (Option.isNone(before)) return [before, all]
        const after = f(before.value)
        return [Option.some(after), replace(all, before.value, after)]
      })
    const findBySecret = (secret: KeyHash, at: DateTime.Utc) =>
      read(({ byHash, secrets }) =>
        Option.flatMap(KeySecrets.keyOf(secrets, secret, at), (hash) => HashMap.get(byHash, hash))
      )
    return KeyStore.of({
      insert: (key) =>
        modify((all, state) => {
          if (HashMap.has(all.byHash, key.hash)) return repeated("api_keys")
          if (KeySecrets.has(all.secrets, key.hash)) return repeated("key_secrets")
          return missing(state, workspaceOf(state, key)) ?? [undefined, insert(all, key)]
        }),
      identify: findBySecret,
      findBySecret,
      find: (organizationId, hash) => read((all) => find(all, organizationId, hash)),
      list: (organizationId, list, page) =>
        read(({ byHash, lists }) => {
          const { data, total_count } = SortedIndex.pageAt(lists, nameOf(organizationId, list), page)
          return { data: Array.filterMap(data, (hash) => HashMap.get(byHash, hash)), total_count }
        }),
      update: (organizationId, hash, patch, updated_at) =>
        change(organizationId, hash, (key) => ({ ...key, ...patch, updated_at })),
      rotate: (organizationId, hash, next, updated_at) =>
        modify((all) => {
          const before = find(all, organizationId, hash)
          if (Option.isNone(before)) return [before, all]
          if (KeySecrets.has(all.secrets, next.secret)) return repeated("key_secrets")
          const after = { ...before.value, label: next.label, updated_at }
          const secrets = KeySecrets.rotate(all.secrets, hash, next, updated_at)
          return [Option.some(after), { ...replace(all, before.value, after), secrets }]
        }),
      delete: (organizationId, hash) =>
        modify((all) => {
          const found = find(all, organizationId, hash)
          return [Option.map(found, ({ hash }) => hash), Option.isNone(found) ? all : remove(all, found.value)]
        }),
      hasOtherManagementKey: (organizationId, hash) =>
        read((all) =>
          managementOf(all, organizationId).some(
            (other) =>
              other !== hash &&
              Option.exists(HashMap.get(all.byHash, other), (key) => !key.disabled && key.expires_at === null)
          )
        ),
      setUsage: (organizationId, hash, counters) => change(organizationId, hash, (key) => ({ ...key, ...counters }))
    })
  })
)
