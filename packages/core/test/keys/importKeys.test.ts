import { createHash } from "node:crypto"
import { describe, expect } from "@effect/vitest"
import {
  addOrganizationMember,
  authenticate,
  createKey,
  createWorkspace,
  HashTaken,
  InvalidCredential,
  InvalidInput,
  identifyKey,
  importKeys,
  listAuditEntries,
  listKeys,
  NewImportedKeys,
  rotateKey
} from "@tollgate/core"
import { KeyStore, Transaction } from "@tollgate/core/storage"
import { aKey, aMember, aRotation, aWorkspace } from "@tollgate/testing/accounts"
import { DateTime, Effect, Redacted, Schema, TestClock } from "effect"
import { inMemory, inMemoryOnce, openAccount } from "../support/account.js"

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex")
const PREFIX = "sk-or-v1-"
const ALICE = `${PREFIX}alice`
const BOB = `${PREFIX}bob`

type Line = (typeof NewImportedKeys.Encoded)["keys"][number]

const anImport = (keys: ReadonlyArray<Line>, rest: Partial<typeof NewImportedKeys.Encoded> = {}) =>
  Schema.decodeSync(NewImportedKeys)({ prefix: PREFIX, keys, ...rest })

const line = (secret: string, terms: Partial<Line> = {}): Line => ({
  secret_hash: hashOf(secret),
  name: secret.slice(9),
  ...terms
})

const issuesOf = Effect.fnUntraced(function* <A, E, R>(program: Effect.Effect<A, E, R>) {
  const error = yield* Effect.flip(program)
  return error instanceof InvalidInput ? error.issues : error
})

const everyKey = { limit: 100, offset: 0, include_disabled: true }

describe("importKeys", () => {
  inMemory("imports keys that open the organization by their own secrets, with their terms", () =>
    Effect.gen(function* () {
      const { asManager, organization, workspace } = yield* openAccount()
      yield* asManager(addOrganizationMember(aMember("ada")))
      const { id } = yield* asManager(createWorkspace(aWorkspace({ slug: "docs" })))
      const { hashes, imported_count } = yield* asManager(
        importKeys(
          anImport([
            line(ALICE, {
              limit: 5,
              limit_reset: "weekly",
              include_byok_in_limit: true,
              expires_at: "2030-01-01T00:00:00Z",
              creator_user_id: "ada",
              workspace_id: id.toUpperCase(),
              metadata: { team: "docs" },
              external_id: "customer-42",
              label: "sk-or-v1-ali...ice"
            }),
            line(BOB, { management: true })
          ])
        )
      )
      expect(imported_count).toBe(2)
      const alice = yield* identifyKey(Redacted.make(ALICE))
      expect(alice).toMatchObject({
        kind: "ordinary",
        organization_id: organization.id,
        workspace_id: id,
        user_id: "ada"
      })
      expect(alice.key).toMatchObject({
        hash: hashes[0],
        name: "alice",
        label: "sk-or-v1-ali...ice",
        disabled: false,
        limit: 5_000_000_000n,
        limit_reset: "weekly",
        include_byok_in_limit: true,
        usage: 0n,
        expires_at: DateTime.unsafeMake("2030-01-01T00:00:00Z"),
        metadata: { team: "docs" },
        external_id: "customer-42",
        created_by: "Acme-owner",
        last_used_at: null
      })
      expect((yield* identifyKey(Redacted.make(BOB))).key).toMatchObject({ hash: hashes[1], label: "sk-or-v1-..." })
      expect(yield* authenticate(Redacted.make(BOB))).toEqual({
        kind: "management",
        organizationId: organization.id,
        workspaceId: workspace.id,
        userId: "Acme-owner",
        keyHash: hashes[1],
        isReadOnly: false
      })
    })
  )

  inMemory("draws public hashes that say nothing about the secrets", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { hashes } = yield* asManager(importKeys(anImport([line(ALICE), line(BOB)])))
      expect(new Set(hashes).size).toBe(2)
      const { data } = yield* asManager(listKeys(everyKey))
      const { data: entries } = yield* asManager(listAuditEntries({ limit: 100, offset: 0 }))
      const shown = JSON.stringify([data, entries], (_, value) => (typeof value === "bigint" ? String(value) : value))
      for (const secret of [ALICE, BOB]) expect(shown).not.toContain(hashOf(secret))
      for (const hash of hashes) expect(shown).toContain(hash)
    })
  )

  inMemory("stores one audit entry for an import, with its prefix and the public hashes", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { hashes } = yield* asManager(importKeys(anImport([line(ALICE), line(BOB)])))
      const { data } = yield* asManager(listAuditEntries({ limit: 100, offset: 0, action: "keys.importKeys" }))
      expect(data.map(({ action, changes, object }) => ({ action, changes, object }))).toEqual([
        { action: "keys.importKeys", object: null, changes: { prefix: PREFIX, imported_count: 2, hashes } }
      ])
    })
  )

  inMemory("accepts a disabled key only after it is enabled, and an imported secret no longer after a rotation", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { hashes } = yield* asManager(importKeys(anImport([line(ALICE, { disabled: true }), line(BOB)])))
      expect(yield* Effect.flip(authenticate(Redacted.make(ALICE)))).toEqual(new InvalidCredential())
      const { key } = yield* asManager(rotateKey(hashes[1] ?? "", aRotation({ grace_seconds: 60 })))
      expect((yield* authenticate(key)).keyHash).toBe(hashes[1])
      expect((yield* authenticate(Redacted.make(BOB))).keyHash).toBe(hashes[1])
      yield* TestClock.adjust("1 minute")
      expect(yield* Effect.flip(authenticate(Redacted.make(BOB)))).toEqual(new InvalidCredential())
    })
  )

  inMemory("checks only in a dry run", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const before = yield* asManager(listKeys(everyKey))
      expect(yield* asManager(importKeys(anImport([line(ALICE)], { dry_run: true })))).toEqual({
        imported_count: 0,
        hashes: []
      })
      expect(yield* asManager(listKeys(everyKey))).toEqual(before)
      expect((yield* asManager(listAuditEntries({ limit: 1, offset: 0, action: "keys.importKeys" }))).data).toEqual([])
      yield* asManager(importKeys(anImport([line(ALICE)])))
      expect(yield* asManager(Effect.flip(importKeys(anImport([line(ALICE)], { dry_run: true }))))).toEqual(
        new HashTaken()
      )
    })
  )

  inMemory("refuses all of an import for a hash that exists in any organization, and does not say where", () =>
    Effect.gen(function* () {
      const { asManager, managementKey } = yield* openAccount()
      const other = yield* openAccount("Other")
      yield* other.asManager(importKeys(anImport([line(ALICE)])))
      const before = yield* asManager(listKeys(everyKey))
      const refusals = yield* Effect.forEach(
        [ALICE, Redacted.value(other.ordinaryKey), Redacted.value(managementKey)],
        (taken) => asManager(Effect.flip(importKeys(anImport([line(BOB), line(taken)]))))
      )
      expect(refusals).toEqual([new HashTaken(), new HashTaken(), new HashTaken()])
      expect(yield* asManager(listKeys(everyKey))).toEqual(before)
      expect(yield* Effect.flip(authenticate(Redacted.make(BOB)))).toEqual(new InvalidCredential())
    })
  )

  inMemory("names each key to correct by its place and field", () =>
    Effect.gen(function* () {
      const { asManager, workspace } = yield* openAccount()
      const foreign = yield* openAccount("Other")
      yield* asManager(createKey(aKey({ external_id: "taken" })))
      yield* TestClock.setTime(60_000)
      const early = anImport([line(ALICE), line(BOB, { expires_at: "1970-01-01T00:01:00Z", label: BOB })])
      expect(yield* issuesOf(asManager(importKeys(anImport([line(ALICE)], { prefix: "tg_" }))))).toEqual([
        {
          path: ["prefix"],
          expected: "the beginning of another service's keys; keys of the form of this server's own need none"
        }
      ])
      expect(yield* issuesOf(asManager(importKeys(early)))).toEqual([
        { path: ["keys", 1, "expires_at"], expected: "a time in the future, or null" },
        { path: ["keys", 1, "label"], expected: "a masked secret, not the secret, or null" }
      ])
      const unknown = anImport([
        line(ALICE, { workspace_id: foreign.workspace.id, external_id: "taken" }),
        line(BOB, { workspace_id: workspace.id, creator_user_id: "nobody" })
      ])
      expect(yield* issuesOf(asManager(importKeys(unknown)))).toEqual([
        { path: ["keys", 0, "workspace_id"], expected: "the UUID of a workspace of the organization" },
        {
          path: ["keys", 0, "external_id"],
          expected: "an external_id that is not used by another key of the organization, or null"
        },
        { path: ["keys", 1, "creator_user_id"], expected: "the id of a user of the organization" }
      ])
    })
  )

  inMemory("looks up a foreign secret only where its prefix was imported, and none that begins as its own keys", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      yield* asManager(importKeys(anImport([line(ALICE)])))
      yield* asManager(importKeys(anImport([line(BOB)], { prefix: "t" })))
      const keys = yield* KeyStore
      const looked: Array<string> = []
      const counting = KeyStore.of({
        ...keys,
        identify: (secret, at) => {
          looked.push(secret)
          return keys.identify(secret, at)
        }
      })
      const texts = [`${PREFIX}unknown`, "sk-or-v2-unknown", "tg_sk_nonsense", "token"]
      for (const text of texts) {
        const refused = Effect.flip(authenticate(Redacted.make(text)))
        expect(yield* Effect.provideService(refused, KeyStore, counting)).toEqual(new InvalidCredential())
      }
      expect(looked).toEqual([hashOf(`${PREFIX}unknown`), hashOf("token")])
    })
  )

  inMemory("looks up secrets of the form of its own keys without a prefix", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const other = yield* openAccount("Other")
      const keys = yield* KeyStore
      yield* keys.delete(other.organization.id, other.ordinaryHash)
      const secret = Redacted.value(other.ordinaryKey)
      const { hashes } = yield* asManager(importKeys(anImport([line(secret)], { prefix: null })))
      expect((yield* authenticate(other.ordinaryKey)).keyHash).toBe(hashes[0])
    })
  )

  inMemoryOnce("imports many keys in one transaction", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const transaction = yield* Transaction
      let runs = 0
      const counting = Transaction.of({
        ...transaction,
        run: (effect) => {
          runs++
          return transaction.run(effect)
        }
      })
      const lines = Array.from({ length: 50 }, (_, at) => line(`${PREFIX}${at}`))
      const done = yield* Effect.provideService(asManager(importKeys(anImport(lines))), Transaction, counting)
      expect({ runs, imported: done.imported_count }).toEqual({ runs: 1, imported: 50 })
    })
  )
})
