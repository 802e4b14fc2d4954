import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { repeated } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { memoryRecords } from "../records/memoryRecords.js"
import { withTermsOf } from "../spending/memoryTerms.js"
import type { KeyHash } from "../values/KeyHash.js"
import { isJudged, isJudgedOtherwise } from "./isJudged.js"
import * as KeySecrets from "./KeySecrets.js"
import { KeyStore } from "./KeyStore.js"
import { keyRecords } from "./keyRecords.js"

const keys = memoryRecords(keyRecords)
const secrets = new Slice("key_secrets", KeySecrets.empty)

export const layer = Layer.effect(
  KeyStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(keys.slice)
    const { update, ...store } = keys.store(state)
    const findBySecret = (secret: KeyHash, at: DateTime.Utc) =>
      read((all, state) =>
        Option.flatMap(KeySecrets.keyOf(secrets.read(state), secret, at), (hash) => HashMap.get(all.records, hash))
      )
    return KeyStore.of({
      ...store,
      insert: (key) =>
        state.change((before) => {
          const inserted = keys.insert(keys.slice.read(before), before, key)
          if (inserted instanceof StorageFailure) return inserted
          if (KeySecrets.has(secrets.read(before), key.hash)) return repeated("key_secrets")
          const after = keys.slice.write(before, inserted[1])
          return [true, secrets.write(after, KeySecrets.add(secrets.read(before), key.hash))]
        }),
      identify: findBySecret,
      findBySecret,
      organizationOf: (hash) =>
        read((all) => Option.map(HashMap.get(all.records, hash), ({ organization_id }) => organization_id)),
      update: (organizationId, hash, patch, updated_at) => {
        const change = { ...patch, updated_at }
        if (!isJudged(patch)) return update(organizationId, hash, change)
        return state.change((before) => {
          const all = keys.slice.read(before)
          const found = keys.find(all, organizationId, hash)
          if (Option.isNone(found)) return [Option.none(), before]
          const after = { ...found.value, ...change }
          const changed = keys.slice.write(before, keys.replace(all, found.value, after))
          return [Option.some(after), isJudgedOtherwise(found.value, after) ? withTermsOf(changed, after) : changed]
        })
      },
      rotate: (organizationId, hash, next, updated_at) =>
        state.change((before) => {
          const all = keys.slice.read(before)
          const key = keys.find(all, organizationId, hash)
          if (Option.isNone(key)) return [Option.none(), before]
          const own = secrets.read(before)
          if (KeySecrets.has(own, next.secret)) return repeated("key_secrets")
          const after = { ...key.value, label: next.label, updated_at }
          const changed = keys.slice.write(before, keys.replace(all, key.value, after))
          return [Option.some(after), secrets.write(changed, KeySecrets.rotate(own, hash, next, updated_at))]
        }),
      delete: (organizationId, hash) =>
        state.change((before) => {
          const deleted = keys.deleteFrom(before, organizationId, hash)
          if (deleted instanceof StorageFailure) return deleted
          const [key, after] = deleted
          const own = secrets.read(before)
          return [key, secrets.write(after, Option.isSome(key) ? KeySecrets.remove(own, hash) : own)]
        }),
      hasOtherManagementKey: (organizationId, hash) =>
        read((all) =>
          keys
            .filtered(all, organizationId, { disabled: false })
            .some((key) => key.hash !== hash && key.is_management && key.expires_at === null)
        ),
      setUsage: (organizationId, hash, counters) =>
        modify((all) =>
          Option.match(keys.find(all, organizationId, hash), {
            onNone: () => [Option.none(), all],
            onSome: (key) => [Option.some({ ...key, ...counters }), keys.replace(all, key, { ...key, ...counters })]
          })
        )
    })
  })
)
