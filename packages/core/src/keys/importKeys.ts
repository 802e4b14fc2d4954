import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ManagementCaller } from "../access/Caller.js"
import { OrganizationStore } from "../organizations/OrganizationStore.js"
import { about, unchanged } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import { KeyHash } from "../values/KeyHash.js"
import { KeyPrefix } from "../values/SecretKey.js"
import { sha256 } from "../values/sha256.js"
import { resolvePlace } from "../workspaces/Place.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import { isAlive } from "./Expiry.js"
import { type ImportedKey, KeyStore } from "./KeyStore.js"
import { HashTaken, type ImportedKeys, type NewImportedKey, type NewImportedKeys } from "./NewImportedKeys.js"

/** The most problems that a refusal names. */
const MOST_ISSUES = 20

const HASH_BYTES = 32

/** Public hashes, which say nothing about the secrets: who sees a list could guess a weak secret by its own SHA-256. */
const randomHashes = (count: number) =>
  Effect.map(Entropy.bytes(count * HASH_BYTES), (bytes) =>
    Array.from({ length: count }, (_, at) =>
      KeyHash.make(Buffer.from(bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)).toString("hex"))
    )
  )

// Without their checksum, such secrets are never looked up.
const ownPrefix = new InvalidInput({
  issues: [
    {
      path: ["prefix"],
      expected: "the beginning of another service's keys; keys of the form of this server's own need none"
    }
  ]
})

type Check = readonly [field: keyof NewImportedKey, expected: string, isWrong: (key: NewImportedKey) => boolean]

/** Refuses keys by their place in the import, and the field to correct. */
const refuseWrong = (keys: ReadonlyArray<NewImportedKey>, checks: ReadonlyArray<Check>) => {
  const issues = keys.flatMap((key, at) =>
    checks.flatMap(([field, expected, isWrong]) => (isWrong(key) ? [{ path: ["keys", at, field], expected }] : []))
  )
  return issues.length === 0 ? Effect.void : new InvalidInput({ issues: issues.slice(0, MOST_ISSUES) })
}

const stated = <A>(values: ReadonlyArray<A | null | undefined>): ReadonlyArray<A> =>
  Array.from(new Set(values.flatMap((value) => value ?? [])))

/**
 * Imports keys of another service by the SHA-256 of their secrets: all of them, or none. A key gets a random public hash. From then
 * on, the secrets open the organization, if they begin with the prefix of the import.
 *
 * Fails with `InvalidInput`, which names each key to correct by its place, or with `HashTaken`.
 */
export const importKeys = Effect.fnUntraced(function* ({ dry_run, keys: given, prefix }: NewImportedKeys) {
  const caller = yield* ManagementCaller
  const keys = yield* KeyStore
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const transaction = yield* Transaction
  const now = yield* DateTime.now
  const { organization_id, workspace_id: home } = yield* resolvePlace(undefined)
  if (prefix?.startsWith(`${yield* KeyPrefix}_`)) return yield* ownPrefix
  const hashes = yield* randomHashes(given.length)
  yield* refuseWrong(given, [
    ["expires_at", "a time in the future, or null", ({ expires_at }) => !isAlive(expires_at, now)],
    [
      "label",
      "a masked secret, not the secret, or null",
      ({ label, secret_hash }) => label !== null && sha256(Redacted.make(label)) === secret_hash
    ]
  ])
  // The caller of a new management key may be removed at this moment, and the key would stay.
  const memberOf = ({ creator_user_id, management }: NewImportedKey) =>
    creator_user_id ?? (management && caller.kind === "management" ? caller.userId : null)
  const imported = Arr.zipWith(
    given,
    hashes,
    ({ creator_user_id, label, management, secret_hash, workspace_id, ...terms }, hash): ImportedKey => ({
      secret: secret_hash,
      record: {
        ...terms,
        hash,
        label: label ?? `${prefix ?? ""}...`,
        is_management: management,
        organization_id,
        workspace_id: workspace_id ?? home,
        creator_user_id: creator_user_id ?? caller.userId,
        created_by: caller.userId,
        created_at: now,
        updated_at: now,
        last_used_at: null
      }
    })
  )
  // The hashes of the secrets are no part of the audit log.
  yield* about({ object: null, fields: { prefix, imported_count: given.length, hashes } })
  yield* transaction.run(
    Effect.gen(function* () {
      const places = yield* workspaces.findMany(organization_id, stated(given.map(({ workspace_id }) => workspace_id)))
      const members = yield* organizations.findMembers(organization_id, stated(given.map(memberOf)))
      const externalIds = yield* keys.externalIdsAmong(
        organization_id,
        stated(given.map(({ external_id }) => external_id))
      )
      const [placeIds, userIds] = [new Set(places.map(({ id }) => id)), new Set(members.map(({ user_id }) => user_id))]
      yield* refuseWrong(given, [
        [
          "workspace_id",
          "the UUID of a workspace of the organization",
          ({ workspace_id }) => workspace_id !== undefined && !placeIds.has(workspace_id)
        ],
        [
          "creator_user_id",
          "the id of a user of the organization",
          (key) => {
            const user = memberOf(key)
            return user !== null && !userIds.has(user)
          }
        ],
        [
          "external_id",
          "an external_id that is not used by another key of the organization, or null",
          ({ external_id }) => external_id !== null && externalIds.includes(external_id)
        ]
      ])
      if (yield* keys.hasSecretAmong(given.map(({ secret_hash }) => secret_hash))) return yield* new HashTaken()
      yield* dry_run ? unchanged : keys.importAll(imported, prefix)
    })
  )
  const result: ImportedKeys = dry_run ? { imported_count: 0, hashes: [] } : { imported_count: given.length, hashes }
  return result
}, change("keys.importKeys"))
