import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"

const unreserved = /^[A-Za-z0-9\-._~]{43,128}$/

/** How a challenge was made of its verifier (RFC 7636, section 4.2). */
export const ChallengeMethod = Schema.Literal("S256", "plain").pipe(expected("S256 or plain"))
export type ChallengeMethod = typeof ChallengeMethod.Type

/** What the client kept to itself: 43 to 128 unreserved characters (RFC 7636, section 4.1). */
export const CodeVerifier = Schema.String.pipe(
  Schema.pattern(unreserved),
  expected("43 to 128 of the characters A-Z a-z 0-9 - . _ ~")
)

/** What the client showed at first: as long as a verifier, or 43 characters of base64url for S256. */
export const CodeChallenge = CodeVerifier
