import * as Context from "effect/Context"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ExpiryInput } from "../keys/Expiry.js"
import { expected } from "../schema/expected.js"
import { documented, nullable, optional, strict } from "../schema/fields.js"
import { text } from "../schema/text.js"
import { WorkspaceIdInput } from "../values/Id.js"
import { LimitInput, LimitResetInput } from "../values/Limit.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"
import { CallbackUrl } from "./CallbackUrl.js"
import { ChallengeMethod, CodeChallenge, CodeVerifier } from "./Pkce.js"

/** What a user has consented to: where the code goes, what it proves, and the key that it buys. */
export const NewAuthorizationCode = Schema.Struct({
  callback_url: CallbackUrl,
  code_challenge: optional(CodeChallenge, "What the client's verifier must match when it redeems the code (RFC 7636)"),
  code_challenge_method: optional(
    ChallengeMethod,
    "How the challenge was made of the verifier; S256 where nothing is said"
  ),
  user_id: nullable(Schema.NullOr(UserId), "The user that the key is for; null for nobody in particular"),
  limit: nullable(LimitInput, "What the key may spend, in USD, 0 to block it; null for no limit"),
  usage_limit_type: nullable(LimitResetInput, "When the limit's counter starts again, at midnight UTC; null for never"),
  expires_at: nullable(ExpiryInput, "When the key stops opening anything; null for never"),
  key_label: Schema.optionalWith(text(100), { default: () => "Authorized application" }).annotations({
    description: "The key's name, 1 to 100 characters"
  }),
  workspace_id: optional(WorkspaceIdInput, "The workspace that the key goes to, by its UUID; without it, the caller's")
}).annotations({
  identifier: "NewAuthorizationCode",
  description: "What a user has consented to: where the code goes, what it proves, and the key that it buys.",
  examples: [
    {
      callback_url: "https://app.example/callback",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      user_id: UserId.make("ada"),
      limit: Usd.fromNumber(5),
      usage_limit_type: "monthly",
      expires_at: null,
      key_label: "Example app"
    }
  ],
  ...strict
})
export interface NewAuthorizationCode extends Schema.Schema.Type<typeof NewAuthorizationCode> {}

/** A code as it is issued; `id` is the code itself, shown in this answer and never again. */
export const AuthorizationCode = Schema.Struct({
  id: documented(
    Schema.Redacted(Schema.String),
    "The code itself, which is shown in this answer and never again",
    Redacted.make("dGhpcy1pcy1hbi1leGFtcGxlLW9mLWEtY29kZS4uLi4")
  ),
  created_at: documented(Schema.DateTimeUtc, "When it was issued"),
  expires_at: documented(Schema.DateTimeUtc, "When it is worth nothing any more: ten minutes later")
}).annotations({ identifier: "AuthorizationCode", description: "An authorization code, which works once." })
export interface AuthorizationCode extends Schema.Schema.Type<typeof AuthorizationCode> {}

/** What a client sends to redeem a code (RFC 6749, section 4.1.3, with RFC 7636, section 4.5). */
export const AuthorizationCodeExchange = Schema.Struct({
  code: Schema.Redacted(Schema.String.pipe(Schema.minLength(1), expected("the code from the redirect"))),
  code_verifier: optional(Schema.Redacted(CodeVerifier), "What the code's challenge was made of, where it has one"),
  code_challenge_method: optional(
    Schema.NullOr(ChallengeMethod).pipe(expected("S256, plain or null")),
    "How the challenge was made; absent or null: as it was stated when the code was asked for"
  )
}).annotations({
  identifier: "AuthorizationCodeExchange",
  description: "What redeems an authorization code (RFC 6749, section 4.1.3, with RFC 7636, section 4.5).",
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

/** What a code bought: a key, and the user that it is for. */
export const ExchangedApiKey = Schema.Struct({
  key: documented(
    Schema.Redacted(Schema.String),
    "The API key, which is shown in this answer and never again",
    Redacted.make("tg_sk_…")
  ),
  user_id: documented(Schema.NullOr(UserId), "The user that the key is for", UserId.make("ada"))
}).annotations({
  identifier: "ExchangedApiKey",
  description: "What a code bought: a key, and the user that it is for."
})
export interface ExchangedApiKey extends Schema.Schema.Type<typeof ExchangedApiKey> {}

/** Whether a host accepts `plain` challenges, which prove less than S256 (RFC 7636, section 7.2). */
export class PlainChallenges extends Context.Reference<PlainChallenges>()("@tollgate/core/PlainChallenges", {
  defaultValue: () => true
}) {}

/** The code cannot be redeemed. Unknown, expired, used, another organization's or a wrong verifier: all read the same. */
export class CodeRefused extends Schema.TaggedError<CodeRefused>()("CodeRefused", {}) {
  override get message(): string {
    return "The authorization code is unknown, expired or used, or its verifier is another."
  }
}

/** A challenge method without a challenge, or `plain` where it is switched off. */
export class ChallengeRefused extends Schema.TaggedError<ChallengeRefused>()("ChallengeRefused", {
  method: ChallengeMethod
}) {
  override get message(): string {
    return "A challenge method needs a challenge, and must be one that this host accepts."
  }
}
