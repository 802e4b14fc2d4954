import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc, Redacted, Schema } from "effect"
import * as Pkce from "../../src/oauth/Pkce.js"
import { challengeOf, verifyChallenge } from "../../src/oauth/verifyChallenge.js"

const verifier = fc.stringMatching(/^[A-Za-z0-9\-._~]{43,128}$/)
const method = fc.constantFrom("S256" as const, "plain" as const)

describe("Pkce", () => {
  it("makes the challenge of RFC 7636, appendix B", () => {
    const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    expect(challengeOf("S256", verifier)).toBe(challenge)
    expect(verifyChallenge("S256", challenge, Redacted.make(verifier))).toBe(true)
    expect(verifyChallenge("plain", challenge, Redacted.make(verifier))).toBe(false)
  })

  it.prop("verifies exactly the verifier that the challenge was made of", [method, verifier, verifier], (input) => {
    const [method, verifier, other] = input
    const challenge = challengeOf(method, verifier)
    expect(verifyChallenge(method, challenge, Redacted.make(verifier))).toBe(true)
    expect(verifyChallenge(method, challenge, Redacted.make(other))).toBe(other === verifier)
    expect(verifyChallenge(method, challenge, Redacted.make(`${verifier}x`))).toBe(false)
  })

  it.prop("makes challenges that are challenges", [method, verifier], ([method, verifier]) => {
    expect(Schema.is(Pkce.CodeChallenge)(challengeOf(method, verifier))).toBe(true)
  })

  it("takes verifiers of 43 to 128 unreserved characters", () => {
    const texts = [
      "a".repeat(43),
      "~".repeat(128),
      "a".repeat(42),
      "a".repeat(129),
      `${"a".repeat(43)}+`,
      `${"a".repeat(43)}\n`
    ]
    expect(texts.map((text) => Schema.is(Pkce.CodeVerifier)(text))).toEqual([true, true, false, false, false, false])
  })
})
