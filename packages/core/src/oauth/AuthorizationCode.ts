import * as Context from "effect/Context"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ExpiryInput } from "../keys/Expiry.js"
import { expected } from "../schema/expected.js"
import { documented, nullable, optional, required, strict } from "../schema/fields.js"
import { refusal } from "../schema/refusal.js"
import { text } from "../schema/text.js"
import { WorkspaceIdInput } from "../values/Id.js"
import { LimitInput, LimitResetInput } from "../values/Limit.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"
import { CallbackUrl } from "./CallbackUrl.js"
import { ChallengeMethod, CodeChallenge, CodeVerifier } from "./Pkce.js"

/** Input for creating an authorization code after a user's consent: the callback, the PKCE challenge and the key to create. */
export const NewAuthorizationCode = Schema.Struct({
  callback_url: required(
    CallbackUrl,
    "URL to redirect the user to, at most 2048 characters: https, or http to localhost, 127.0.0.1 or [::1], without user and fragment."
  ),
  code_challenge: optional(CodeChallenge, "PKCE code challenge (RFC 7636)."),
  code_challenge_method: optional(
    ChallengeMethod,
    "PKCE code challenge method. Defaults to S256 if there is a challenge."
  ),
  user_id: nullable(Schema.NullOr(UserId), "User the key is created for. Null if no particular user."),
  limit: nullable(LimitInput, "Spending limit of the key in USD. 0 blocks all spending; null means unlimited."),
  usage_limit_type: nullable(
    LimitResetInput,
    "Interval at which the limit resets, at midnight UTC. Null if it never resets."
  ),
  expires_at: nullable(ExpiryInput, "Expiration time of the key (UTC). Null if the key does not expire."),
  key_label: Schema.optionalWith(text(100), { default: () => "Authorized application" }).annotations({
    description: "Name of the key, 1 to 100 characters."
  }),
  workspace_id: optional(
    WorkspaceIdInput,
    "UUID of the workspace that the key belongs to. Defaults to the organization's default workspace."
  )
}).annotations({
  identifier: "NewAuthorizationCode",
  description: "Input for creating an authorization code after a user's consent.",
  examples: [
    {
      callback_url: "https://app.example/callback",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      user_id: null,
      limit: Usd.fromNumber(5),
      usage_limit_type: "monthly",
      expires_at: null,
      key_label: "Example app"
    }
  ],
  ...strict
})
export interface NewAuthorizationCode extends Schema.Schema.Type<typeof NewAuthorizationCode> {}

/** A new authorization code. `id` is the code itself, which is returned only here. */
export const AuthorizationCode = Schema.Struct({
  id: documented(
    Schema.Redacted(Schema.String),
    "The authorization code. It is returned only in this response.",
    Redacted.make("dGhpcy1pcy1hbi1leGFtcGxlLW9mLWEtY29kZS4uLi4")
  ),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC)."),
  expires_at: documented(Schema.DateTimeUtc, "Expiration time of the code (UTC), ten minutes after its creation.")
}).annotations({ identifier: "AuthorizationCode", description: "A single-use authorization code." })
export interface AuthorizationCode extends Schema.Schema.Type<typeof AuthorizationCode> {}

/** Input for exchanging an authorization code for an API key (RFC 6749, section 4.1.3; RFC 7636, section 4.5). */
export const AuthorizationCodeExchange = Schema.Struct({
  code: Schema.Redacted(Schema.String.pipe(Schema.minLength(1), expected("the authorization code from the redirect"))),
  code_verifier: optional(Schema.Redacted(CodeVerifier), "PKCE code verifier. Required if the code has a challenge."),
  code_challenge_method: optional(
    Schema.NullOr(ChallengeMethod).pipe(expected("S256, plain or null")),
    "PKCE code challenge method. Absent or null means the method stored with the code."
  )
}).annotations({
  identifier: "AuthorizationCodeExchange",
  description:
    "Input for exchanging an authorization code for an API key (RFC 6749, section 4.1.3; RFC 7636, section 4.5).",
  examples: [
    {
      code: Redacted.make("the-code-from-the-redirect"),
      code_verifier: Redacted.make("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
      code_challenge_method: "S256"
    }
  ],
  ...strict
})
export interface AuthorizationCodeExchange extends Schema.Schema.Type<typeof AuthorizationCodeExchange> {}

/** The API key created by an exchange, and its user. */
export const ExchangedApiKey = Schema.Struct({
  key: documented(
    Schema.Redacted(Schema.String),
    "The API key. It is returned only in this response.",
    Redacted.make("tg_sk_…")
  ),
  user_id: documented(
    Schema.NullOr(UserId),
    "User the key is created for. Null if no particular user.",
    UserId.make("ada")
  )
}).annotations({
  identifier: "ExchangedApiKey",
  description: "The API key created by an exchange, and its user."
})
export interface ExchangedApiKey extends Schema.Schema.Type<typeof ExchangedApiKey> {}

/** Whether the host accepts `plain` challenges, which are weaker than S256 (RFC 7636, section 7.2). @default true */
export class PlainChallenges extends Context.Reference<PlainChallenges>()("@tollgate/core/PlainChallenges", {
  defaultValue: () => true
}) {}

/** The code is unknown, expired, used or another organization's, or the verifier is wrong. All cases look the same. */
export class CodeRefused extends refusal<CodeRefused>()("CodeRefused", {}) {}

/**
 * The challenge is missing although its method is given, its method is switched off, or it cannot be the SHA-256 of a
 * verifier.
 */
export class ChallengeRefused extends refusal<ChallengeRefused>()("ChallengeRefused", {
  method: ChallengeMethod,
  problem: Schema.Literal("missing", "not_accepted", "malformed")
}) {}
