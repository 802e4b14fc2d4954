import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import { hasGatewayKey } from "../gatewayKeys/GatewayKeyStoreMemory.js"
import { repeated, taken } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice, type State } from "../memory/Slice.js"
import { contextOf } from "../ports/contextOf.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { memoryRecords } from "../records/memoryRecords.js"
import { withTermsOf } from "../spending/store/memoryRows.js"
import type { OrganizationId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { UserId } from "../values/UserId.js"
import { DisabledKey, isActive, isFullManager, type KeyRecord } from "./KeyRecord.js"
import { isUsual, search } from "./KeySearch.js"
import * as KeySecrets from "./KeySecrets.js"
import { type ImportedKey, KeyStore } from "./KeyStore.js"
import { type KeyUse, makeKeyUses } from "./KeyUses.js"
import { keyRecords } from "./keyRecords.js"

/** The secrets of all keys. */
export const secrets = new Slice("key_secrets", KeySecrets.empty)

/** The keys with an external id, by organization and external id. */
const externalIds = new Slice("external_ids", HashMap.empty<string, KeyHash>())

/** The prefixes of the secrets of imported keys. */
const prefixes = new Slice<ReadonlyArray<string>>("key_prefixes", [])

const externalName = (organizationId: OrganizationId, external_id: string) => `${organizationId} ${external_id}`

const withExternalId = (state: State, { external_id, hash, organization_id }: KeyRecord) =>
  external_id === null
    ? state
    : externalIds.write(state, HashMap.set(externalIds.read(state), externalName(organization_id, external_id), hash))

const withoutExternalId = (state: State, { external_id, organization_id }: KeyRecord) =>
  external_id === null
    ? state
    : externalIds.write(state, HashMap.remove(externalIds.read(state), externalName(organization_id, external_id)))

/** Whether another key of the organization has an external id. */
const isTaken = (state: State, organizationId: OrganizationId, hash: KeyHash, external_id: string | null | undefined) =>
  typeof external_id === "string" &&
  Option.exists(
    HashMap.get(externalIds.read(state), externalName(organizationId, external_id)),
    (holder) => holder !== hash
  )

const keys = memoryRecords(keyRecords, {
  inserted: (state, key) => {
    const own = secrets.read(state)
    if (KeySecrets.has(own, key.hash)) return repeated("key_secrets")
    return secrets.write(withExternalId(state, key), KeySecrets.add(own, key.hash))
  },
  changed: (state, before, after) =>
    before.external_id === after.external_id ? state : withExternalId(withoutExternalId(state, before), after),
  deleted: (state, key) =>
    secrets.write(withoutExternalId(state, key), KeySecrets.remove(secrets.read(state), key.hash))
})

/** Changes a key, and with it the terms and the version of its scope. */
const change = (state: State, organizationId: OrganizationId, hash: KeyHash, patch: Partial<KeyRecord>) => {
  const done = keys.updateIn(state, organizationId, hash, patch)
  if (done instanceof StorageFailure) return done
  const [found, after] = done
  return [found, Option.match(found, { onNone: () => after, onSome: (key) => withTermsOf(after, key) })] as const
}

const insertImported = (state: State, { record, secret }: ImportedKey): State | StorageFailure => {
  if (KeySecrets.has(secrets.read(state), secret)) return repeated("key_secrets")
  if (isTaken(state, record.organization_id, record.hash, record.external_id)) return taken(keyRecords.table)
  const done = keys.insertInto(state, record)
  if (done instanceof StorageFailure) return done
  const [, after] = done
  return secrets.write(after, KeySecrets.add(KeySecrets.remove(secrets.read(after), record.hash), record.hash, secret))
}

const withPrefix = (state: State, prefix: string | null) => {
  const known = prefixes.read(state)
  return prefix === null || known.includes(prefix) ? state : prefixes.write(state, [...known, prefix])
}

const withUse = (state: State, { at, hash }: KeyUse, now: number): State => {
  const found = HashMap.get(keys.slice.read(state).records, hash)
  if (Option.isNone(found)) return state
  const last = found.value.last_used_at?.epochMillis
  if (last !== undefined && last >= at && last <= now) return state
  const last_used_at = DateTime.unsafeMake(at)
  const used = keys.updateIn(state, found.value.organization_id, hash, { last_used_at })
  return used instanceof StorageFailure ? state : used[1]
}

const enabledOf = (all: Parameters<typeof keys.filtered>[0], organizationId: OrganizationId, user: UserId) =>
  keys
    .filtered(all, organizationId, { disabled: false })
    .filter(({ creator_user_id }) => creator_user_id === user)
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))

export const make = contextOf(
  KeyStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const { read } = state.of(keys.slice)
    const store = keys.store(state)
    const use = yield* makeKeyUses((uses, now) =>
      state.change((before) => [[], uses.reduce((state, use) => withUse(state, use, now), before)])
    )
    const findBySecret = (secret: KeyHash, at: DateTime.Utc) =>
      read((all, state) =>
        Option.flatMap(KeySecrets.keyOf(secrets.read(state), secret, at), (hash) => HashMap.get(all.records, hash))
      )
    return KeyStore.of({
      ...store,
      use,
      insert: (key) =>
        state.change((before) =>
          isTaken(before, key.organization_id, key.hash, key.external_id)
            ? [false, before]
            : keys.insertInto(before, key)
        ),
      list: (organizationId, page, filter = {}, how = {}) => {
        if (isUsual(how)) return store.list(organizationId, page, filter)
        return read((all) => {
          const found = search(keys.filtered(all, organizationId, filter), how)
          return { data: found.slice(page.offset, page.offset + page.limit), total_count: found.length }
        })
      },
      findByExternalId: (organizationId, external_id) =>
        read((all, state) =>
          Option.flatMap(HashMap.get(externalIds.read(state), externalName(organizationId, external_id)), (hash) =>
            HashMap.get(all.records, hash)
          )
        ),
      externalIdsAmong: (organizationId, external_ids) =>
        read((_, state) =>
          external_ids.filter((id) => HashMap.has(externalIds.read(state), externalName(organizationId, id)))
        ),
      secretsAmong: (hashes) =>
        read((all, state) =>
          hashes.filter(
            (hash) =>
              KeySecrets.has(secrets.read(state), hash) || HashMap.has(all.records, hash) || hasGatewayKey(state, hash)
          )
        ),
      importAll: (imported, prefix) =>
        state.change((before) => {
          if (imported.length === 0) return [undefined, before]
          let after = withPrefix(before, prefix)
          for (const key of imported) {
            const next = insertImported(after, key)
            if (next instanceof StorageFailure) return next
            after = next
          }
          return [undefined, after]
        }),
      isImported: (secret) =>
        read((_, state) => prefixes.read(state).some((prefix) => Redacted.value(secret).startsWith(prefix))),
      identify: findBySecret,
      findBySecret,
      organizationOf: (hash) =>
        read((all) => Option.map(HashMap.get(all.records, hash), ({ organization_id }) => organization_id)),
      update: (organizationId, hash, patch, updated_at) =>
        state.change((before) =>
          isTaken(before, organizationId, hash, patch.external_id)
            ? taken(keyRecords.table)
            : change(before, organizationId, hash, { ...patch, updated_at })
        ),
      rotate: (organizationId, hash, next, updated_at) =>
        state.change((before) => {
          const own = secrets.read(before)
          const rotated = change(before, organizationId, hash, { label: next.label, updated_at })
          if (rotated instanceof StorageFailure || Option.isNone(rotated[0])) return rotated
          if (KeySecrets.has(own, next.secret)) return repeated("key_secrets")
          return [rotated[0], secrets.write(rotated[1], KeySecrets.rotate(own, hash, next, updated_at))]
        }),
      hasOtherManagementKey: (organizationId, hash) =>
        read((all) =>
          keys
            .filtered(all, organizationId, { disabled: false })
            .some((key) => key.hash !== hash && isFullManager(key) && key.expires_at === null)
        ),
      hasActiveIn: (organizationId, workspace_id, at) =>
        read((all) =>
          keys.filtered(all, organizationId, { workspace_id, disabled: false }).some((key) => isActive(key, at))
        ),
      listEnabledOf: (organizationId, user) => read((all) => enabledOf(all, organizationId, user)),
      disableAllOf: (organizationId, user, updated_at) =>
        state.change((before) => {
          const found = enabledOf(keys.slice.read(before), organizationId, user)
          let after = before
          for (const { hash } of found) {
            const disabled = change(after, organizationId, hash, { disabled: true, updated_at })
            if (disabled instanceof StorageFailure) return disabled
            after = disabled[1]
          }
          return [found.map(Struct.pick(...Struct.keys(DisabledKey.fields))), after]
        })
    })
  })
)
