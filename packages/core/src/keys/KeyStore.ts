import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { Page, Paged } from "../values/Page.js"
import type { ApiKeyPatch } from "./ApiKey.js"
import type { KeyIdentity, KeyRecord } from "./KeyRecord.js"
import type { KeyUsage } from "./KeyUsage.js"

/** A filter for a list of keys. A `workspaceId` of null means all workspaces of the organization. */
export interface KeyList {
  readonly workspaceId: WorkspaceId | null
  readonly enabledOnly: boolean
}

/** Stores API keys. Each method is atomic. Except `identify` and `present`, each is limited to one organization. */
export class KeyStore extends Context.Tag("@tollgate/core/KeyStore")<
  KeyStore,
  {
    readonly insert: (key: KeyRecord) => Effect.Effect<void, StorageFailure>
    /** Finds the holder of a key. With `findByHash` the only look-up without an organization. */
    readonly identify: (hash: KeyHash) => Effect.Effect<Option.Option<KeyIdentity>, StorageFailure>
    /** Like `identify`, with the whole record. */
    readonly findByHash: (hash: KeyHash) => Effect.Effect<Option.Option<KeyRecord>, StorageFailure>
    readonly find: (
      organizationId: OrganizationId,
      hash: KeyHash
    ) => Effect.Effect<Option.Option<KeyRecord>, StorageFailure>
    /** Newest first, then by hash. */
    readonly list: (
      organizationId: OrganizationId,
      list: KeyList,
      page: Page
    ) => Effect.Effect<Paged<KeyRecord>, StorageFailure>
    readonly update: (
      organizationId: OrganizationId,
      hash: KeyHash,
      patch: ApiKeyPatch,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<KeyRecord>, StorageFailure>
    /** Returns the hash of the deleted key; none if there was no such key. */
    readonly delete: (
      organizationId: OrganizationId,
      hash: KeyHash
    ) => Effect.Effect<Option.Option<KeyHash>, StorageFailure>
    /** Whether the organization has another enabled management key that does not expire. */
    readonly hasOtherManagementKey: (
      organizationId: OrganizationId,
      hash: KeyHash
    ) => Effect.Effect<boolean, StorageFailure>
    readonly setUsage: (
      organizationId: OrganizationId,
      hash: KeyHash,
      counters: KeyUsage
    ) => Effect.Effect<Option.Option<KeyRecord>, StorageFailure>
  }
>() {}
