import { createHash } from "node:crypto"
import { InvalidInput, NewImportedKeys } from "@tollgate/core"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex")
const ALICE = "sk-or-v1-alice"
const BOB = "sk-or-v1-bob"

describe("NewImportedKeys", () => {
  const decode = Schema.decodeUnknownEither(NewImportedKeys)
  const issues = (input: unknown) => {
    const decoded = decode(input)
    return decoded._tag === "Left" ? InvalidInput.fromParseError(decoded.left).issues : []
  }
  const at = (index: number, field: string, expected: string) => ({ path: ["keys", index, field], expected })

  it("refuses what is no import, by place and field", () => {
    const good = { secret_hash: hashOf(ALICE), name: "alice" }
    const phrase = "the SHA-256 of the secret in 64 lowercase hexadecimal digits"
    expect(issues({ keys: [good, { ...good, secret_hash: ALICE }, { name: "none", limit: -1 }] })).toEqual([
      at(1, "secret_hash", phrase),
      at(2, "secret_hash", "a value, this field is required"),
      at(2, "limit", "a number between 0 and 1000000000, or null")
    ])
    expect(issues({ keys: [good, good] })).toEqual([
      at(1, "secret_hash", "a secret_hash that no other key of the import has")
    ])
    const named = (secret: string) => ({ secret_hash: hashOf(secret), name: "x", external_id: "same" })
    expect(issues({ keys: [named(ALICE), named(BOB)] })).toEqual([
      at(1, "external_id", "an external_id that no other key of the import has")
    ])
    expect(issues({ prefix: "a b", keys: [good] })).toEqual([
      { path: ["prefix"], expected: "a text of 1 to 64 visible ASCII characters, or null" }
    ])
    const many = Array.from({ length: 1001 }, (_, at) => ({ secret_hash: hashOf(String(at)), name: "x" }))
    for (const keys of [[], many]) {
      expect(issues({ keys })).toEqual([{ path: ["keys"], expected: "a list of 1 to 1000 keys" }])
    }
  })
})
