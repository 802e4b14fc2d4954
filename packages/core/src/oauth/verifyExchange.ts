import * as DateTime from "effect/DateTime"
import { isAlive } from "../keys/Expiry.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { AuthorizationCodeExchange } from "./AuthorizationCode.js"
import { type AuthorizationCodeRecord, MAX_FAILURES } from "./AuthorizationCodeRecord.js"
import { verifyChallenge } from "./verifyChallenge.js"

/** Within this time after the exchange, a repeated request is taken for a retry of the same client, not for a theft. */
const RETRY_MILLIS = 10_000

/** The outcome of an exchange. The reason of a refusal is for the log only; some refusals also change a stored row. */
export type ExchangeOutcome =
  | { readonly _tag: "Redeem" }
  | { readonly _tag: "Refuse"; readonly reason: string }
  | { readonly _tag: "CountFailure"; readonly reason: string; readonly failures: number }
  | { readonly _tag: "DisableKey"; readonly reason: string; readonly keyHash: KeyHash }

const refuse = (reason: string): ExchangeOutcome => ({ _tag: "Refuse", reason })

/** The stored method decides. A stated method must equal it; null or absent means the stored one. */
const proofOf = (code: AuthorizationCodeRecord, input: AuthorizationCodeExchange, allowPlain: boolean) => {
  const method = code.code_challenge_method
  const stated = input.code_challenge_method ?? method
  if (stated !== method || (method === "plain" && !allowPlain)) return "misstated"
  if (method === null || code.code_challenge === null) return input.code_verifier === undefined ? "right" : "misstated"
  if (input.code_verifier === undefined) return "misstated"
  return verifyChallenge(method, code.code_challenge, input.code_verifier) ? "right" : "wrong"
}

/** Whether a code that is presented again has leaked, rather than been sent twice. */
const hasLeaked = (redeemedAt: DateTime.Utc, now: DateTime.Utc) => DateTime.distance(redeemedAt, now) > RETRY_MILLIS

/**
 * Determines the outcome of an exchange from the stored code. `Refuse` is final, even if the code changes meanwhile. A used
 * code with the right verifier has leaked: the key that it bought must be disabled (RFC 6749, section 4.1.2).
 */
export const verifyExchange = (
  code: AuthorizationCodeRecord,
  input: AuthorizationCodeExchange,
  allowPlain: boolean,
  now: DateTime.Utc
): ExchangeOutcome => {
  const proof = proofOf(code, input, allowPlain)
  const { failures, redeemed_at, redeemed_key_hash: keyHash } = code
  if (redeemed_at !== null) {
    const reason = "used"
    const isTheft = proof === "right" && keyHash !== null && hasLeaked(redeemed_at, now)
    return isTheft ? { _tag: "DisableKey", reason, keyHash } : refuse(reason)
  }
  if (!isAlive(code.expires_at, now)) return refuse("expired")
  if (!isAlive(code.key_expires_at, now)) return refuse("its key would have expired")
  if (failures >= MAX_FAILURES) return refuse("burnt")
  if (proof === "right") return { _tag: "Redeem" }
  const reason = `verifier ${proof}`
  return proof === "wrong" ? { _tag: "CountFailure", reason, failures: failures + 1 } : refuse(reason)
}
