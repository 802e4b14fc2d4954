import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ManagementCaller } from "../access/Caller.js"
import { OrganizationStore } from "../organizations/OrganizationStore.js"
import { aboutOnly, unchanged } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import { keyScope, keyTerms, organizationScope, scopeName, unlimited, workspaceScope } from "../spending/model/Scope.js"
import { sumOf } from "../spending/store/holdActs.js"
import { type NewOpenings, SpendingStore } from "../spending/store/SpendingStore.js"
import type { WorkspaceId } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import { KeyPrefix } from "../values/SecretKey.js"
import { sha256 } from "../values/sha256.js"
import type { UserId } from "../values/UserId.js"
import { resolvePlace } from "../workspaces/Place.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import { isAlive } from "./Expiry.js"
import type { KeyRecord } from "./KeyRecord.js"
import { type ImportedKey, KeyStore } from "./KeyStore.js"
import { HashTaken, type ImportedKeys, type NewImportedKey, type NewImportedKeys } from "./NewImportedKeys.js"

/** The most problems that a refusal names. */
const MAX_ISSUES = 20

const HASH_BYTES = 32

/** Public hashes, which say nothing about the secrets: a reader of a list could guess a weak secret by its own SHA-256. */
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
  return issues.length === 0 ? Effect.void : new InvalidInput({ issues: issues.slice(0, MAX_ISSUES) })
}

const noRoom = new InvalidInput({
  issues: [
    {
      path: ["keys"],
      expected:
        "keys whose usage fits into the counters of their workspaces and the organization, which are at most 9,223,372,036.854775807 USD"
    }
  ]
})

/** What the keys have spent, from their own scopes, and together from those of their workspaces and the organization. */
const openingsOf = (keys: ReadonlyArray<readonly [KeyRecord, NewImportedKey]>): NewOpenings["openings"] => {
  const openings = new Map<string, NewOpenings["openings"][number]>()
  for (const [record, { usage: lifetime, usage_daily: daily, usage_monthly: monthly, usage_weekly: weekly }] of keys) {
    if (lifetime === 0n) continue
    const spent = { lifetime, daily, weekly, monthly }
    const pooled = [workspaceScope(record), organizationScope(record.organization_id)]
    const scopes = [
      { ref: keyScope(record), terms: keyTerms(record) },
      ...pooled.map((ref) => ({ ref, terms: unlimited }))
    ]
    for (const scope of scopes) {
      const name = scopeName(scope.ref)
      const before = openings.get(name)
      openings.set(name, { ...scope, spent: before === undefined ? spent : sumOf(before.spent, spent) })
    }
  }
  return [...openings.values()]
}

const stated = <A>(values: ReadonlyArray<A | null | undefined>): ReadonlyArray<A> =>
  Array.from(new Set(values.flatMap((value) => value ?? [])))

/**
 * Imports keys of another service by the SHA-256 of their secrets: all of them, or none. A key gets a random public hash. From then
 * on, the secrets open the organization, if they begin with the prefix of the import. What a key has spent before is the opening balance of
 * its scope, and part of those of its workspace and its organization; guardrails count what is spent after the import.
 *
 * Fails with `InvalidInput`, which names each key to correct by its place, or with `HashTaken`.
 */
export const importKeys = Effect.fnUntraced(function* ({ dry_run, keys: all, prefix }: NewImportedKeys) {
  const caller = yield* ManagementCaller
  const keys = yield* KeyStore
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const spending = yield* SpendingStore
  const transaction = yield* Transaction
  const now = yield* DateTime.now
  const { organization_id, workspace_id: home } = yield* resolvePlace(undefined)
  if (prefix?.startsWith(`${yield* KeyPrefix}_`)) return yield* ownPrefix
  const hashes = yield* randomHashes(all.length)
  yield* refuseWrong(all, wrongAt(now))
  // The caller of a new management key may be removed at this moment, and the key would stay.
  const memberOf = ({ creator_user_id, management }: NewImportedKey) =>
    creator_user_id ?? (management && caller.kind === "management" ? caller.userId : null)
  const created = { organization_id, home, prefix, now, by: caller.userId }
  const imported = Arr.zipWith(all, hashes, (key, hash) => toImported(key, hash, created))
  const openings = openingsOf(
    Arr.zip(
      imported.map(({ record }) => record),
      all
    )
  )
  // The hashes of the secrets are no part of the audit log.
  yield* aboutOnly({ object: null, fields: { prefix, imported_count: all.length, hashes } })
  yield* transaction.run(
    Effect.gen(function* () {
      const places = yield* workspaces.findMany(organization_id, stated(all.map(({ workspace_id }) => workspace_id)))
      const members = yield* organizations.findMembers(organization_id, stated(all.map(memberOf)))
      const externalIds = yield* keys.externalIdsAmong(
        organization_id,
        stated(all.map(({ external_id }) => external_id))
      )
      const [placeIds, userIds] = [new Set(places.map(({ id }) => id)), new Set(members.map(({ user_id }) => user_id))]
      yield* refuseWrong(all, unknownIn({ placeIds, userIds, externalIds }, memberOf))
      const taken = new Set(yield* keys.secretsAmong(all.map(({ secret_hash }) => secret_hash)))
      if (taken.size > 0) {
        const places = all.flatMap(({ secret_hash }, at) => (taken.has(secret_hash) ? [at] : []))
        return yield* new HashTaken({ places: caller.kind === "host" ? places : [] })
      }
      if (openings.length > 0 && !(yield* spending.addOpenings({ openings, dry_run, now: now.epochMillis }))) {
        return yield* noRoom
      }
      yield* dry_run ? unchanged : keys.importAll(imported, prefix)
    })
  )
  const result: ImportedKeys = dry_run ? { imported_count: 0, hashes: [] } : { imported_count: all.length, hashes }
  return result
}, change("keys.importKeys"))

/** What is wrong with a key by itself. */
const wrongAt = (now: DateTime.Utc): ReadonlyArray<Check> => [
  ["expires_at", "a time in the future, or null", ({ expires_at }) => !isAlive(expires_at, now)],
  [
    "label",
    "a masked secret, not the secret, or null",
    ({ label, secret_hash }) => label !== null && sha256(Redacted.make(label)) === secret_hash
  ],
  ["usage", "0 for a management key, which cannot spend", ({ management, usage }) => management && usage > 0n]
]

/** What a key names that the organization does not have, or that another key has. */
const unknownIn = (
  {
    externalIds,
    placeIds,
    userIds
  }: {
    readonly placeIds: ReadonlySet<WorkspaceId>
    readonly userIds: ReadonlySet<UserId>
    readonly externalIds: ReadonlyArray<string>
  },
  memberOf: (key: NewImportedKey) => UserId | null
): ReadonlyArray<Check> => [
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
]

const toImported = (
  { label, management, secret_hash, workspace_id, ...key }: NewImportedKey,
  hash: KeyHash,
  {
    by,
    home,
    now,
    organization_id,
    prefix
  }: Pick<KeyRecord, "organization_id"> & {
    readonly home: WorkspaceId
    readonly prefix: NewImportedKeys["prefix"]
    readonly now: DateTime.Utc
    readonly by: UserId
  }
): ImportedKey => ({
  secret: secret_hash,
  record: {
    name: key.name,
    disabled: key.disabled,
    limit: key.limit,
    limit_reset: key.limit_reset,
    include_byok_in_limit: key.include_byok_in_limit,
    max_in_flight: key.max_in_flight,
    expires_at: key.expires_at,
    metadata: key.metadata,
    external_id: key.external_id,
    hash,
    label: label ?? `${prefix ?? ""}...`,
    is_management: management,
    is_read_only: false,
    organization_id,
    workspace_id: workspace_id ?? home,
    creator_user_id: key.creator_user_id ?? by,
    created_by: by,
    created_at: now,
    updated_at: now,
    last_used_at: null
  }
})
