import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { Filter, StoreOf } from "../records/Records.js"
import type { Scope } from "../spending/model/Scope.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { Page, Paged } from "../values/Page.js"
import type { UserId } from "../values/UserId.js"
import type { ApiKeyPatch } from "./ApiKey.js"
import type { DisabledKey, KeyIdentity, KeyRecord } from "./KeyRecord.js"
import type { KeySearch } from "./KeySearch.js"
import type { keyRecords } from "./keyRecords.js"

/** A key's next secret. */
export interface SecretRotation {
  /** The SHA-256 of the next secret, which has no end. */
  readonly secret: KeyHash
  /** The masked text of the next secret. */
  readonly label: string
  /** The instant from which the current secret is refused. */
  readonly until: DateTime.Utc
}

/** A key whose first secret another service has issued. */
export interface ImportedKey {
  /** Its hash is random. */
  readonly record: KeyRecord
  /** The SHA-256 of its secret. */
  readonly secret: KeyHash
}

/** A key, and its scope as it is stored; null if it has none yet. */
export interface ScopedKey {
  readonly key: KeyRecord
  readonly scope: Scope | null
}

/**
 * Stores API keys and their secrets. A key has one secret without an end, and may have earlier ones that end. Each method is
 * atomic. Except `identify`, `findBySecret`, `findScoped`, `organizationOf`, `secretsAmong` and `isImported`, each is limited to one organization.
 *
 * `insert` also stores the key's first secret, whose SHA-256 is the key's `hash`, and returns false if another key of the organization
 * has its external id. `update` fails then. `delete` deletes the key's secrets.
 */
export class KeyStore extends Context.Tag("@tollgate/core/KeyStore")<
  KeyStore,
  Omit<StoreOf<typeof keyRecords>, "list" | "update"> & {
    /**
     * Finds the key of a secret by the SHA-256 of the secret. None if no key has the secret, or if the secret has ended.
     */
    readonly identify: (secret: KeyHash, at: DateTime.Utc) => Effect.Effect<Option.Option<KeyIdentity>, StorageFailure>
    /** Like `identify`, with the whole record. */
    readonly findBySecret: (
      secret: KeyHash,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<KeyRecord>, StorageFailure>
    /**
     * Like `findBySecret`, and also returns the key's scope, in one look-up. It may return an earlier result if nothing can have changed
     * since. Absent if the storage has no such look-up: the scope is then read by `SpendingStore.scopes`.
     */
    readonly findScoped?: (secret: KeyHash, at: DateTime.Utc) => Effect.Effect<Option.Option<ScopedKey>, StorageFailure>
    /**
     * Notes that a key is used, in memory. The latest use of each key is stored within about a minute, and when the storage is
     * closed, in `last_used_at`. A stored time that is in the future by then is replaced.
     */
    readonly use: (hash: KeyHash, at: DateTime.Utc) => Effect.Effect<void>
    /** One page of the organization's keys that match the filter and the search, by default of all, newest first. */
    readonly list: (
      organizationId: OrganizationId,
      page: Page,
      filter?: Filter<KeyRecord, "disabled" | "workspace_id">,
      search?: KeySearch
    ) => Effect.Effect<Paged<KeyRecord>, StorageFailure>
    readonly findByExternalId: (
      organizationId: OrganizationId,
      external_id: string
    ) => Effect.Effect<Option.Option<KeyRecord>, StorageFailure>
    /** Those of some external ids that keys of the organization have. */
    readonly externalIdsAmong: (
      organizationId: OrganizationId,
      external_ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<string>, StorageFailure>
    /** Those of some hashes that are of a secret or of a key, of any organization or of a gateway. */
    readonly secretsAmong: (secrets: ReadonlyArray<KeyHash>) => Effect.Effect<ReadonlyArray<KeyHash>, StorageFailure>
    /**
     * Inserts keys of one organization with their secrets, and remembers the prefix of the secrets. Fails if a secret or an external id
     * exists: check them in the same transaction. Without keys, nothing is stored.
     */
    readonly importAll: (keys: ReadonlyArray<ImportedKey>, prefix: string | null) => Effect.Effect<void, StorageFailure>
    /**
     * Whether a text begins with a prefix of imported keys. Prefixes are kept in memory. Those that another process has imported are known
     * after at most five seconds: a text without a known prefix has them read again, at most once in that time.
     */
    readonly isImported: (secret: Redacted.Redacted) => Effect.Effect<boolean, StorageFailure>
    /** The organization of the key with this hash. It is for gateways of all organizations. */
    readonly organizationOf: (hash: KeyHash) => Effect.Effect<Option.Option<OrganizationId>, StorageFailure>
    /**
     * Changes the fields of a patch. In the same act the version of the key's scope rises, because an admission shows the whole record, and
     * the scope has the new budget (see `SpendingStore`).
     */
    readonly update: (
      organizationId: OrganizationId,
      hash: KeyHash,
      patch: ApiKeyPatch,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<KeyRecord>, StorageFailure>
    /**
     * Gives a key its next secret and label. The current secret ends at `until`; earlier ones keep their end. Secrets that have
     * ended are removed. The version of the key's scope rises in the same act, as in `update`.
     */
    readonly rotate: (
      organizationId: OrganizationId,
      hash: KeyHash,
      next: SecretRotation,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<KeyRecord>, StorageFailure>
    /** Whether the organization has another enabled management key that does not expire and is not read-only. */
    readonly hasOtherManagementKey: (
      organizationId: OrganizationId,
      hash: KeyHash
    ) => Effect.Effect<boolean, StorageFailure>
    /**
     * Whether a workspace has an enabled key that has not expired. In a transaction, no key of the workspace is changed before it ends.
     */
    readonly hasActiveIn: (
      organizationId: OrganizationId,
      workspaceId: WorkspaceId,
      at: DateTime.Utc
    ) => Effect.Effect<boolean, StorageFailure>
    /** The enabled keys that were created for a user, by hash. */
    readonly listEnabledOf: (
      organizationId: OrganizationId,
      user: UserId
    ) => Effect.Effect<ReadonlyArray<KeyRecord>, StorageFailure>
    /**
     * Disables the enabled keys that were created for a user, in one act however many they are, and returns them by hash. The version of
     * each one's scope rises in the same act, as in `update`.
     */
    readonly disableAllOf: (
      organizationId: OrganizationId,
      user: UserId,
      at: DateTime.Utc
    ) => Effect.Effect<ReadonlyArray<DisabledKey>, StorageFailure>
  }
>() {}
