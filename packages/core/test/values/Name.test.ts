import { describe, expect, it } from "@effect/vitest"
import { UserId } from "@tollgate/core"
import { FastCheck as fc, Schema } from "effect"
import { text } from "../../src/schema/text.js"
import { Name } from "../../src/values/Name.js"

const isName = Schema.is(Name)
const forbidden = [..."\u0000\t\n\r\u001f\u007f\u0085\u009f\u061c\u200e\u200f\u202a\u202e\u2066\u2069"]

describe("Name", () => {
  it.prop(
    "keeps what it takes exactly as it was sent",
    [fc.fullUnicodeString({ minLength: 1, maxLength: 255 })],
    ([value]) => {
      fc.pre(!forbidden.some((character) => value.includes(character)) && isName(value))
      expect(Schema.decodeSync(Name)(value)).toBe(value)
    }
  )

  it("counts code points, not units: 255 of any plane and not one more", () => {
    expect(["a".repeat(255), "𝕏".repeat(255), "a".repeat(256), "𝕏".repeat(256), ""].map(isName)).toEqual([
      true,
      true,
      false,
      false,
      false
    ])
  })

  it.prop(
    "refuses a control character, a bidirectional mark or half a surrogate pair wherever it stands",
    [fc.string({ maxLength: 20 }), fc.constantFrom(...forbidden, "\ud800", "\udfff"), fc.string({ maxLength: 20 })],
    ([before, character, after]) => {
      expect(isName(`${before}${character}${after}`)).toBe(false)
    }
  )

  it("takes scripts that are written from right to left, joined letters and emoji", () => {
    expect(["שלום", "مرحبا", "👩‍👩‍👧‍👦", "नमस्ते", "é"].map((value) => isName(value))).toEqual([
      true,
      true,
      true,
      true,
      true
    ])
  })

  it("takes its own bounds", () => {
    const short = Schema.is(text(3, 2))
    expect(["a", "ab", "abc", "abcd"].map((value) => short(value))).toEqual([false, true, true, false])
    expect(Schema.is(text(3, 0))("")).toBe(true)
  })

  it("brands users, by the same rule", () => {
    expect(Schema.is(UserId)("user_1")).toBe(true)
    expect(Schema.is(UserId)("")).toBe(false)
  })
})
