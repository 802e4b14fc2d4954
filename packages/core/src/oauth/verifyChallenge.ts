import { createHash, timingSafeEqual } from "node:crypto"
import * as Redacted from "effect/Redacted"
import type { ChallengeMethod } from "./Pkce.js"

/** The challenge that a verifier belongs to. */
export const challengeOf = (method: ChallengeMethod, verifier: string): string =>
  method === "S256" ? createHash("sha256").update(verifier).digest("base64url") : verifier

/** Whether the verifier belongs to the challenge, compared in constant time over the encoded text. */
export const verifyChallenge = (method: ChallengeMethod, challenge: string, verifier: Redacted.Redacted): boolean => {
  const given = Buffer.from(challengeOf(method, Redacted.value(verifier)))
  const stored = Buffer.from(challenge)
  return given.length === stored.length && timingSafeEqual(given, stored)
}
