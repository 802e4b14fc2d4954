import { createHash } from "node:crypto"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Entropy from "../Entropy.js"
import { OrganizationId, WorkspaceId, WorkspaceIdInput } from "../Id.js"
import { expected, strict } from "../Input.js"
import { LimitInput, LimitResetInput } from "../keys/ApiKey.js"
import { KeyHash } from "../keys/KeyHash.js"
import { text, UserId } from "../Text.js"
import * as Usd from "../Usd.js"
import { WindowKind } from "../Window.js"
import { ChallengeMethod, CodeChallenge, CodeVerifier } from "./Pkce.js"

/** The SHA-256 of a code in hex: all of the code that is kept. */
export const CodeHash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), Schema.brand("CodeHash"))
export type CodeHash = typeof CodeHash.Type

/** How long a code lives (RFC 6749, section 4.1.2, allows at most ten minutes). */
export const CODE_LIFETIME_MILLIS = 600_000

/** How many wrong verifiers burn a code. */
export const MAX_FAILURES = 5

/** A stored code: what it proves, the key to mint, and what has become of it. */
export const AuthorizationCode = Schema.Struct({
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
export type AuthorizationCode = typeof AuthorizationCode.Type

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Where the user is sent back to: https, or http on the user's own machine (RFC 8252, section 7.3). */
export const CallbackUrl = Schema.String.pipe(
  Schema.maxLength(2048),
  Schema.filter(
    (value) => {
      // The parser drops white space and an empty fragment without a word; what is kept is what was sent.
      if (/[\s\p{Cc}#]/u.test(value) || !URL.canParse(value)) return false
      const { hostname, password, protocol, username } = new URL(value)
      if (username !== "" || password !== "") return false
      return protocol === "https:" || (protocol === "http:" && loopback.has(hostname))
    },
    { arbitrary: () => (fc) => fc.webUrl({ validSchemes: ["https"] }) }
  ),
  expected("an https URL, or http to localhost, 127.0.0.1 or [::1], without user or fragment")
)

export const NewAuthorizationCode = Schema.Struct({
  callback_url: CallbackUrl,
  code_challenge: Schema.optionalWith(CodeChallenge, { exact: true }),
  code_challenge_method: Schema.optionalWith(ChallengeMethod, { exact: true }),
  user_id: Schema.optionalWith(Schema.NullOr(UserId), { default: () => null }),
  limit: Schema.optionalWith(LimitInput, { default: () => null }),
  usage_limit_type: Schema.optionalWith(LimitResetInput, { default: () => null }),
  expires_at: Schema.optionalWith(Schema.NullOr(Schema.DateTimeUtc).pipe(expected("an ISO 8601 time, or null")), {
    default: () => null
  }),
  key_label: Schema.optionalWith(text(100), { default: () => "Authorized application" }),
  workspace_id: Schema.optionalWith(WorkspaceIdInput, { exact: true })
}).annotations({ identifier: "NewAuthorizationCode", ...strict })
export type NewAuthorizationCode = typeof NewAuthorizationCode.Type

/** What a client sends to redeem a code (RFC 6749, section 4.1.3, with RFC 7636, section 4.5). */
export const CodeExchange = Schema.Struct({
  code: Schema.Redacted(Schema.String.pipe(Schema.minLength(1), expected("the code from the redirect"))),
  code_verifier: Schema.optionalWith(Schema.Redacted(CodeVerifier), { exact: true }),
  code_challenge_method: Schema.optionalWith(Schema.NullOr(ChallengeMethod).pipe(expected("S256, plain or null")), {
    exact: true
  })
}).annotations({ identifier: "CodeExchange", ...strict })
export type CodeExchange = typeof CodeExchange.Type

/** Whether a host accepts `plain` challenges, which prove less than S256 (RFC 7636, section 7.2). */
export class PlainChallenges extends Context.Reference<PlainChallenges>()("@tollgate/core/PlainChallenges", {
  defaultValue: () => true
}) {}

/** The code cannot be redeemed. Unknown, expired, used, another organization's or a wrong verifier: all read the same. */
export class CodeRefused extends Data.TaggedError("CodeRefused") {
  override get message(): string {
    return "The authorization code is unknown, expired or used, or its verifier is another."
  }
}

/** A challenge method without a challenge, or `plain` where it is switched off. */
export class ChallengeRefused extends Data.TaggedError("ChallengeRefused") {
  override get message(): string {
    return "A challenge method needs a challenge, and must be one that this host accepts."
  }
}

export const mintCode = Effect.map(Entropy.bytes(32), (random) =>
  Redacted.make(Buffer.from(random).toString("base64url"))
)

export const hashCode = (code: Redacted.Redacted): CodeHash =>
  CodeHash.make(createHash("sha256").update(Redacted.value(code)).digest("hex"))
