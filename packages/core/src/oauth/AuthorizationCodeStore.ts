import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { UserId } from "../values/UserId.js"
import type { AuthorizationCodeRecord, CodeHash } from "./AuthorizationCodeRecord.js"

/** Stores authorization codes. Each method is atomic. */
export class AuthorizationCodeStore extends Context.Tag("@tollgate/core/AuthorizationCodeStore")<
  AuthorizationCodeStore,
  {
    readonly insert: (code: AuthorizationCodeRecord) => Effect.Effect<void, StorageFailure>
    readonly find: (
      organizationId: OrganizationId,
      hash: CodeHash
    ) => Effect.Effect<Option.Option<AuthorizationCodeRecord>, StorageFailure>
    /**
     * Marks the code as used for this key, if it is unexpired, unused and has fewer than `maxFailures` failed attempts. Returns
     * true for exactly one caller.
     */
    readonly redeem: (redemption: {
      readonly organizationId: OrganizationId
      readonly hash: CodeHash
      readonly keyHash: KeyHash
      readonly maxFailures: number
      readonly at: DateTime.Utc
    }) => Effect.Effect<boolean, StorageFailure>
    /** Raises the number of failed attempts to `atLeast`. Idempotent. */
    readonly recordFailures: (
      organizationId: OrganizationId,
      hash: CodeHash,
      atLeast: number
    ) => Effect.Effect<void, StorageFailure>
    /** Deletes the unused codes for keys of users, in a workspace or, if it is null, in all. */
    readonly revoke: (
      organizationId: OrganizationId,
      users: ReadonlyArray<UserId>,
      workspaceId: WorkspaceId | null
    ) => Effect.Effect<void, StorageFailure>
    /** Deletes the codes for keys in a workspace. */
    readonly deleteOf: (organizationId: OrganizationId, workspaceId: WorkspaceId) => Effect.Effect<void, StorageFailure>
    /**
     * Deletes codes of all organizations that expired before an instant, used or not, the longest expired first. Returns the
     * number of deleted codes. `atMost` is at least 1.
     */
    readonly deleteExpired: (before: DateTime.Utc, atMost: number) => Effect.Effect<number, StorageFailure>
  }
>() {}
