import * as DateTime from "effect/DateTime"
import { isAlive } from "../keys/Expiry.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { AuthorizationCodeExchange } from "./AuthorizationCode.js"
import { type AuthorizationCodeRecord, MAX_FAILURES } from "./AuthorizationCodeRecord.js"
import { verifyChallenge } from "./verifyChallenge.js"

/** A client that repeats its own request this soon after is impatient, not a thief. */
const RETRY_MILLIS = 10_000

/** What an exchange comes to. Where it is refused, the reason is for the log alone, and it may leave something written. */
export type Verdict =
  | { readonly _tag: "Redeem" }
  | { readonly _tag: "Refuse"; readonly reason: string }
  | { readonly _tag: "CountFailure"; readonly reason: string; readonly failures: number }
  | { readonly _tag: "DisableKey"; readonly reason: string; readonly keyHash: KeyHash }

const refuse = (reason: string): Verdict => ({ _tag: "Refuse", reason })

/** The stored method decides; a stated one must equal it, and null or absent means "as stored". */
const proofOf = (code: AuthorizationCodeRecord, input: AuthorizationCodeExchange, allowPlain: boolean) => {
  const method = code.code_challenge_method
  const stated = input.code_challenge_method ?? method
  if (stated !== method || (method === "plain" && !allowPlain)) return "misstated"
  if (method === null || code.code_challenge === null) return input.code_verifier === undefined ? "right" : "misstated"
  if (input.code_verifier === undefined) return "misstated"
  return verifyChallenge(method, code.code_challenge, input.code_verifier) ? "right" : "wrong"
}

/** Whether a code that is shown again has leaked, rather than been sent twice. */
const hasLeaked = (redeemedAt: DateTime.Utc, now: DateTime.Utc) => DateTime.distance(redeemedAt, now) > RETRY_MILLIS

/**
 * What an exchange comes to at an instant, as the code stands. A refusal that leaves nothing written stays one, whatever
 * becomes of the code. A used code with its right verifier has leaked: the key that it bought is to be disabled (RFC 6749,
 * section 4.1.2).
 */
export const verifyExchange = (
  code: AuthorizationCodeRecord,
  input: AuthorizationCodeExchange,
  allowPlain: boolean,
  now: DateTime.Utc
): Verdict => {
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
