import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { AuthorizationCodeRecord, CodeHash } from "./AuthorizationCodeRecord.js"

/** Where authorization codes live. One method is one atomic act. */
export class AuthorizationCodeStore extends Context.Tag("@tollgate/core/AuthorizationCodeStore")<
  AuthorizationCodeStore,
  {
    readonly insert: (code: AuthorizationCodeRecord) => Effect.Effect<void, StorageFailure>
    readonly find: (
      organizationId: OrganizationId,
      hash: CodeHash
    ) => Effect.Effect<Option.Option<AuthorizationCodeRecord>, StorageFailure>
    /** Marks the code as used for this key. True for one caller only, and only while it is alive, unused and unburnt. */
    readonly redeem: (redemption: {
      readonly organizationId: OrganizationId
      readonly hash: CodeHash
      readonly keyHash: KeyHash
      readonly maxFailures: number
      readonly at: DateTime.Utc
    }) => Effect.Effect<boolean, StorageFailure>
    /** Sees to it that at least so many wrong verifiers are counted: twice is as good as once. */
    readonly recordFailures: (
      organizationId: OrganizationId,
      hash: CodeHash,
      atLeast: number
    ) => Effect.Effect<void, StorageFailure>
    /**
     * Deletes codes that expired before an instant, whosever they are, used ones too: at most so many, the longest expired
     * first. How many it deleted. `atMost` is 1 or more.
     */
    readonly deleteExpired: (before: DateTime.Utc, atMost: number) => Effect.Effect<number, StorageFailure>
  }
>() {}
