import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import { repeated } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import { contextOf } from "../ports/contextOf.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { memoryRecords } from "../records/memoryRecords.js"
import { withTermsOf } from "../spending/memoryTerms.js"
import type { KeyHash } from "../values/KeyHash.js"
import { isJudgedOtherwise } from "./isJudged.js"
import { isActive } from "./KeyRecord.js"
import * as KeySecrets from "./KeySecrets.js"
import { KeyStore } from "./KeyStore.js"
import { keyRecords } from "./keyRecords.js"

const secrets = new Slice("key_secrets", KeySecrets.empty)

const keys = memoryRecords(keyRecords, {
  inserted: (state, { hash }) => {
    const own = secrets.read(state)
    return KeySecrets.has(own, hash) ? repeated("key_secrets") : secrets.write(state, KeySecrets.add(own, hash))
  },
  changed: (state, before, after) => (isJudgedOtherwise(before, after) ? withTermsOf(state, after) : state),
  deleted: (state, { hash }) => secrets.write(state, KeySecrets.remove(secrets.read(state), hash))
})

export const make = contextOf(
  KeyStore,
  Effect.map(MemoryState, (state) => {
    const { read } = state.of(keys.slice)
    const store = keys.store(state)
    const findBySecret = (secret: KeyHash, at: DateTime.Utc) =>
      read((all, state) =>
        Option.flatMap(KeySecrets.keyOf(secrets.read(state), secret, at), (hash) => HashMap.get(all.records, hash))
      )
    return KeyStore.of({
      ...store,
      identify: findBySecret,
      findBySecret,
      organizationOf: (hash) =>
        read((all) => Option.map(HashMap.get(all.records, hash), ({ organization_id }) => organization_id)),
      update: (organizationId, hash, patch, updated_at) => store.update(organizationId, hash, { ...patch, updated_at }),
      rotate: (organizationId, hash, next, updated_at) =>
        state.change((before) => {
          const own = secrets.read(before)
          const rotated = keys.updateIn(before, organizationId, hash, { label: next.label, updated_at })
          if (rotated instanceof StorageFailure || Option.isNone(rotated[0])) return rotated
          if (KeySecrets.has(own, next.secret)) return repeated("key_secrets")
          return [rotated[0], secrets.write(rotated[1], KeySecrets.rotate(own, hash, next, updated_at))]
        }),
      hasOtherManagementKey: (organizationId, hash) =>
        read((all) =>
          keys
            .filtered(all, organizationId, { disabled: false })
            .some((key) => key.hash !== hash && key.is_management && key.expires_at === null)
        ),
      hasActiveIn: (organizationId, workspace_id, at) =>
        read((all) =>
          keys.filtered(all, organizationId, { workspace_id, disabled: false }).some((key) => isActive(key, at))
        ),
      listEnabledOf: (organizationId, user) =>
        read((all) =>
          keys
            .filtered(all, organizationId, { disabled: false })
            .filter(({ creator_user_id }) => creator_user_id === user)
            .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
        ),
      setUsage: (organizationId, hash, counters) =>
        state.change((before) => keys.updateIn(before, organizationId, hash, counters))
    })
  })
)
