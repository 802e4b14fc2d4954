import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { OrganizationId } from "../Id.js"
import type { KeyHash } from "../keys/KeyHash.js"
import type { StorageFailure } from "../StorageFailure.js"
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
    /** Counts a wrong verifier. */
    readonly recordFailure: (organizationId: OrganizationId, hash: CodeHash) => Effect.Effect<void, StorageFailure>
  }
>() {}
