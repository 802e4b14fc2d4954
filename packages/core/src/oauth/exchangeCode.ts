import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { manager } from "../Caller.js"
import { KeyStore } from "../keys/KeyStore.js"
import { newKey } from "../keys/mintKey.js"
import { Transaction } from "../Transaction.js"
import {
  type AuthorizationCode,
  type CodeExchange,
  CodeRefused,
  hashCode,
  MAX_FAILURES,
  PlainChallenges
} from "./AuthorizationCode.js"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.js"
import * as Pkce from "./Pkce.js"

/** A client that repeats its own request this soon after is impatient, not a thief. */
const RETRY_MILLIS = 10_000

/** The stored method decides; a stated one must equal it, and null or absent means "as stored". */
const proof = (code: AuthorizationCode, input: CodeExchange, allowPlain: boolean): "right" | "wrong" | "misstated" => {
  const method = code.code_challenge_method
  const stated = input.code_challenge_method ?? method
  if (stated !== method || (method === "plain" && !allowPlain)) return "misstated"
  if (method === null || code.code_challenge === null) return input.code_verifier === undefined ? "right" : "misstated"
  if (input.code_verifier === undefined) return "misstated"
  return Pkce.verify(method, code.code_challenge, input.code_verifier) ? "right" : "wrong"
}

/** A used code with its right verifier has leaked: the key that it bought is disabled (RFC 6749, section 4.1.2). */
const disableBoughtKey = Effect.fnUntraced(function* (code: AuthorizationCode, now: DateTime.Utc) {
  if (code.redeemed_at === null || code.redeemed_key_hash === null) return
  if (DateTime.distance(code.redeemed_at, now) <= RETRY_MILLIS) return
  const keys = yield* KeyStore
  yield* keys.update(code.organization_id, code.redeemed_key_hash, { disabled: true }, now)
})

/** Exchanges an authorization code for a new key, once. The secret is in this answer and nowhere else. */
export const exchangeCode = Effect.fn("oauth.exchangeCode")(function* (input: CodeExchange) {
  const { organizationId } = yield* manager
  const codes = yield* AuthorizationCodeStore
  const now = yield* DateTime.now
  const hash = hashCode(input.code)
  const refuse = (reason: string) =>
    Effect.zipRight(
      Effect.logInfo("authorization code refused").pipe(Effect.annotateLogs({ reason, code: hash.slice(0, 12) })),
      new CodeRefused()
    )

  const found = yield* codes.find(organizationId, hash)
  if (Option.isNone(found)) return yield* refuse("unknown")
  const code = found.value
  const shown = proof(code, input, yield* PlainChallenges)
  if (code.redeemed_at !== null) {
    if (shown === "right") yield* disableBoughtKey(code, now)
    return yield* refuse("used")
  }
  if (DateTime.lessThanOrEqualTo(code.expires_at, now)) return yield* refuse("expired")
  if (code.failures >= MAX_FAILURES) return yield* refuse("burnt")
  if (shown === "wrong") yield* codes.recordFailure(organizationId, hash)
  if (shown !== "right") return yield* refuse(`verifier ${shown}`)

  const { record, secret } = yield* newKey({
    organization_id: code.organization_id,
    workspace_id: code.workspace_id,
    creator_user_id: code.user_id ?? code.created_by,
    is_management: false,
    name: code.key_name,
    limit: code.key_limit,
    limit_reset: code.key_limit_reset,
    include_byok_in_limit: false,
    expires_at: code.key_expires_at
  })
  const keys = yield* KeyStore
  const { run } = yield* Transaction
  const redemption = { organizationId, hash, keyHash: record.hash, maxFailures: MAX_FAILURES, at: now }
  const redeemed = yield* run(Effect.tap(codes.redeem(redemption), (won) => (won ? keys.insert(record) : Effect.void)))
  if (!redeemed) return yield* refuse("used at the same moment")
  return { key: secret, user_id: code.user_id }
})
