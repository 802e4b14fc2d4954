import { createHmac } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { runs } from "../../../../test/runs.js"
import { hmacOf } from "../../src/byok/hmac.js"

describe("hmacOf", () => {
  it("is the HMAC-SHA-256 that node:crypto makes of the parts, one after another, each time", () => {
    const { constantFrom, fullUnicodeString, oneof, array, uint8Array } = FastCheck
    const part = oneof(fullUnicodeString(), uint8Array(), constantFrom("x".repeat(70)))
    FastCheck.assert(
      FastCheck.property(uint8Array({ minLength: 1, maxLength: 64 }), array(part, { maxLength: 4 }), (key, parts) => {
        const hmac = hmacOf(key)
        const expected = parts.reduce((made, one) => made.update(one), createHmac("sha256", key)).digest()
        expect([hmac(parts), hmac(parts)]).toEqual([expected, expected])
      }),
      { numRuns: runs(50, 500) }
    )
  })
})
