import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Entropy } from "../runtime/Entropy.js"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import { sha256 } from "../values/sha256.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"
import { WindowKind } from "../values/Window.js"
import { ChallengeMethod } from "./Pkce.js"

/** SHA-256 hash of a code in hexadecimal. The code itself is not stored. */
export const CodeHash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), Schema.brand("CodeHash"))
export type CodeHash = typeof CodeHash.Type

/** Lifetime of a code in milliseconds: ten minutes (the maximum that RFC 6749, section 4.1.2, recommends). */
export const CODE_LIFETIME_MILLIS = 600_000

/** How long an expired code is kept, in milliseconds: one day. Until then a replay is recognized. */
export const CODE_KEPT_MILLIS = 86_400_000

/** Number of wrong verifiers after which a code can no longer be used. */
export const MAX_FAILURES = 5

/** A code as it is stored: its challenge, the terms of the key to create, and its use. */
export const AuthorizationCodeRecord = Schema.Struct({
  hash: CodeHash,
  organization_id: OrganizationId,
  workspace_id: WorkspaceId,
  user_id: Schema.NullOr(UserId),
  created_by: UserId,
  callback_url: Schema.String,
  code_challenge: Schema.NullOr(Schema.String),
  code_challenge_method: Schema.NullOr(ChallengeMethod),
  key_name: Schema.String,
  key_limit: Schema.NullOr(Usd.Usd),
  key_limit_reset: Schema.NullOr(WindowKind),
  key_expires_at: Schema.NullOr(Schema.DateTimeUtcFromSelf),
  created_at: Schema.DateTimeUtcFromSelf,
  expires_at: Schema.DateTimeUtcFromSelf,
  failures: Schema.Int,
  redeemed_at: Schema.NullOr(Schema.DateTimeUtcFromSelf),
  redeemed_key_hash: Schema.NullOr(KeyHash)
})
export interface AuthorizationCodeRecord extends Schema.Schema.Type<typeof AuthorizationCodeRecord> {}

/** The user of the key that a code is exchanged for: without a particular one, whoever created the code. */
export const userOf = ({ created_by, user_id }: Pick<AuthorizationCodeRecord, "created_by" | "user_id">): UserId =>
  user_id ?? created_by

/** Creates a code: 256 random bits in base64url. */
export const mintCode = Effect.map(Entropy.bytes(32), (random) =>
  Redacted.make(Buffer.from(random).toString("base64url"))
)

export const hashCode = (code: Redacted.Redacted): CodeHash => CodeHash.make(sha256(code))
