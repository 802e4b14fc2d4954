import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { OrganizationId } from "../Id.js"
import type { StorageFailure } from "../StorageFailure.js"
import type { KeyPatch } from "./ApiKey.js"
import type { KeyHash } from "./KeyHash.js"
import type { KeyIdentity, KeyRecord } from "./KeyRecord.js"
import type { KeyUsage } from "./KeyUsage.js"

/** Where API keys live. One method is one atomic act. */
export class KeyStore extends Context.Tag("@tollgate/core/KeyStore")<
  KeyStore,
  {
    readonly insert: (key: KeyRecord) => Effect.Effect<void, StorageFailure>
    /** The one look-up that knows no organization yet. */
    readonly identify: (hash: KeyHash) => Effect.Effect<Option.Option<KeyIdentity>, StorageFailure>
    readonly find: (
      organizationId: OrganizationId,
      hash: KeyHash
    ) => Effect.Effect<Option.Option<KeyRecord>, StorageFailure>
    readonly update: (
      organizationId: OrganizationId,
      hash: KeyHash,
      patch: KeyPatch,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<KeyRecord>, StorageFailure>
    /** Whether the organization has an enabled, unexpired management key beside this one. */
    readonly hasOtherManagementKey: (
      organizationId: OrganizationId,
      hash: KeyHash,
      at: DateTime.Utc
    ) => Effect.Effect<boolean, StorageFailure>
    readonly setUsage: (
      organizationId: OrganizationId,
      hash: KeyHash,
      counters: KeyUsage
    ) => Effect.Effect<Option.Option<KeyRecord>, StorageFailure>
  }
>() {}
