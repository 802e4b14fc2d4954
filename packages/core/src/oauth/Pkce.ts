import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { matching } from "../schema/matching.js"

const unreserved = /^[A-Za-z0-9\-._~]{43,128}$/

/** How a challenge is derived from its verifier (RFC 7636, section 4.2). */
export const ChallengeMethod = Schema.Literal("S256", "plain").pipe(expected("S256 or plain"))
export type ChallengeMethod = typeof ChallengeMethod.Type

/** The client's secret: 43 to 128 unreserved characters (RFC 7636, section 4.1). */
export const CodeVerifier = Schema.String.pipe(
  Schema.pattern(unreserved, {
    arbitrary: matching(unreserved),
    jsonSchema: { pattern: unreserved.source, minLength: 43, maxLength: 128 }
  }),
  expected("43 to 128 of the characters A-Z a-z 0-9 - . _ ~")
)

/** The challenge that the client sends first: the verifier itself (`plain`), or its SHA-256 in base64url (`S256`). */
export const CodeChallenge = CodeVerifier

/** Whether a challenge can be a SHA-256 in base64url without padding (RFC 7636, section 4.2): 43 characters. */
export const isS256Challenge = (challenge: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(challenge)
