import { createHash, timingSafeEqual } from "node:crypto"
import * as Redacted from "effect/Redacted"
import type { ChallengeMethod } from "./Pkce.js"

/** Derives the challenge from a verifier (RFC 7636, section 4.2). */
export const challengeOf = (method: ChallengeMethod, verifier: string): string =>
  method === "S256" ? createHash("sha256").update(verifier).digest("base64url") : verifier

/** Whether the verifier matches the challenge. Compares the encoded texts in constant time. */
export const verifyChallenge = (method: ChallengeMethod, challenge: string, verifier: Redacted.Redacted): boolean => {
  const given = Buffer.from(challengeOf(method, Redacted.value(verifier)))
  const stored = Buffer.from(challenge)
  return given.length === stored.length && timingSafeEqual(given, stored)
}
