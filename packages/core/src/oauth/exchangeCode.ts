import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ManagementCaller } from "../Caller.js"
import { KeyStore } from "../keys/KeyStore.js"
import { newKey } from "../keys/mintKey.js"
import { span } from "../span.js"
import { Transaction } from "../Transaction.js"
import { type CodeExchange, CodeRefused, type ExchangedKey, PlainChallenges } from "./AuthorizationCode.js"
import { type AuthorizationCodeRecord, type CodeHash, hashCode } from "./AuthorizationCodeRecord.js"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.js"
import * as Pkce from "./Pkce.js"

/** How many wrong verifiers burn a code. */
const MAX_FAILURES = 5

/** A client that repeats its own request this soon after is impatient, not a thief. */
const RETRY_MILLIS = 10_000

/** The stored method decides; a stated one must equal it, and null or absent means "as stored". */
const proofOf = (code: AuthorizationCodeRecord, input: CodeExchange, allowPlain: boolean) => {
  const method = code.code_challenge_method
  const stated = input.code_challenge_method ?? method
  if (stated !== method || (method === "plain" && !allowPlain)) return "misstated"
  if (method === null || code.code_challenge === null) return input.code_verifier === undefined ? "right" : "misstated"
  if (input.code_verifier === undefined) return "misstated"
  return Pkce.verify(method, code.code_challenge, input.code_verifier) ? "right" : "wrong"
}

/** Every refusal reads the same to the caller; the log has the reason. */
const refuse = (hash: CodeHash, reason: string) =>
  Effect.zipRight(
    Effect.logInfo("authorization code refused").pipe(Effect.annotateLogs({ reason, code: hash.slice(0, 12) })),
    new CodeRefused()
  )

/** A used code with its right verifier has leaked: the key that it bought is disabled (RFC 6749, section 4.1.2). */
const disableBoughtKey = Effect.fnUntraced(function* (code: AuthorizationCodeRecord, now: DateTime.Utc) {
  if (code.redeemed_at === null || code.redeemed_key_hash === null) return
  if (DateTime.distance(code.redeemed_at, now) <= RETRY_MILLIS) return
  const keys = yield* KeyStore
  yield* keys.update(code.organization_id, code.redeemed_key_hash, { disabled: true }, now)
})

/** The key of the code's terms, where this is the one exchange that redeems it. */
const redeem = Effect.fnUntraced(function* (code: AuthorizationCodeRecord, now: DateTime.Utc) {
  const codes = yield* AuthorizationCodeStore
  const keys = yield* KeyStore
  const transaction = yield* Transaction
  const { hash, organization_id } = code
  const { record, secret } = yield* newKey({
    organization_id,
    workspace_id: code.workspace_id,
    creator_user_id: code.user_id ?? code.created_by,
    is_management: false,
    name: code.key_name,
    limit: code.key_limit,
    limit_reset: code.key_limit_reset,
    include_byok_in_limit: false,
    expires_at: code.key_expires_at
  })
  const terms = { organizationId: organization_id, hash, keyHash: record.hash, maxFailures: MAX_FAILURES, at: now }
  const won = yield* transaction.run(
    Effect.tap(codes.redeem(terms), (won) => (won ? keys.insert(record) : Effect.void))
  )
  return won ? Option.some(secret) : Option.none()
})

/** Exchanges an authorization code for a new key, once. The secret is in this answer and nowhere else. */
export const exchangeCode = Effect.fnUntraced(function* (input: CodeExchange) {
  const { organizationId } = yield* ManagementCaller
  const codes = yield* AuthorizationCodeStore
  const now = yield* DateTime.now
  const hash = hashCode(input.code)
  const found = yield* codes.find(organizationId, hash)
  if (Option.isNone(found)) return yield* refuse(hash, "unknown")
  const code = found.value
  const proof = proofOf(code, input, yield* PlainChallenges)
  if (code.redeemed_at !== null) {
    if (proof === "right") yield* disableBoughtKey(code, now)
    return yield* refuse(hash, "used")
  }
  if (DateTime.lessThanOrEqualTo(code.expires_at, now)) return yield* refuse(hash, "expired")
  if (code.failures >= MAX_FAILURES) return yield* refuse(hash, "burnt")
  if (proof === "wrong") yield* codes.recordFailure(organizationId, hash)
  if (proof !== "right") return yield* refuse(hash, `verifier ${proof}`)
  const secret = yield* redeem(code, now)
  if (Option.isNone(secret)) return yield* refuse(hash, "used at the same moment")
  const exchanged: ExchangedKey = { key: secret.value, user_id: code.user_id }
  return exchanged
}, span("oauth.exchangeCode"))
