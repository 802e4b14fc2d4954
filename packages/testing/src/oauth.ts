import { AuthorizationCodeExchange, Entropy, NewAuthorizationCode } from "@tollgate/core"
import { type AuthorizationCodeRecord, CodeHash } from "@tollgate/core/storage"
import * as Arbitrary from "effect/Arbitrary"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noon } from "./instant.js"
import type { Home } from "./organizations.js"

/** The verifier and its S256 challenge of RFC 7636, appendix B. */
export const pkce = {
  verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
} as const

/**
 * Input of `createAuthorizationCode`.
 *
 * @param input Fields to set. @default a callback URL and no challenge
 */
export const anAuthorizationCode = (input: Partial<typeof NewAuthorizationCode.Encoded> = {}): NewAuthorizationCode =>
  Schema.decodeSync(NewAuthorizationCode)({ callback_url: "https://app.example/callback", ...input })

/** Input of `exchangeCode`: `anExchange({ code })`. */
export const anExchange: (input: typeof AuthorizationCodeExchange.Encoded) => AuthorizationCodeExchange =
  Schema.decodeSync(AuthorizationCodeExchange)

/** Arbitrary valid `NewAuthorizationCode` inputs, for property tests. */
export const anyAuthorizationCode = Arbitrary.make(NewAuthorizationCode)
/** Arbitrary valid `AuthorizationCodeExchange` inputs, for property tests. */
export const anyExchange = Arbitrary.make(AuthorizationCodeExchange)

/** The record of an authorization code with a random secret: no challenge, valid for ten minutes from `noon`. */
export const aCodeRecord = Effect.fnUntraced(function* (home: Home, overrides: Partial<AuthorizationCodeRecord> = {}) {
  const record: AuthorizationCodeRecord = {
    hash: CodeHash.make(Buffer.from(yield* Entropy.bytes(32)).toString("hex")),
    organization_id: home.organization_id,
    workspace_id: home.workspace_id,
    user_id: null,
    created_by: home.owner,
    callback_url: "https://app.example/callback",
    code_challenge: null,
    code_challenge_method: null,
    key_name: "Authorized application",
    key_limit: null,
    key_limit_reset: null,
    key_expires_at: null,
    created_at: noon,
    expires_at: DateTime.add(noon, { minutes: 10 }),
    failures: 0,
    redeemed_at: null,
    redeemed_key_hash: null,
    ...overrides
  }
  return record
})
