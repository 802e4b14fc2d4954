import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { findTrap } from "../src/request/findTrap.js"

/** JSON of distinct names other than `__proto__` and of numbers that are exact, in few levels. */
const plain = fc.jsonValue({ maxDepth: 5 }).filter((value) => !JSON.stringify(value).includes("__proto__"))

const found = (text: string) => {
  const trap = findTrap(text)
  return trap === null ? null : [trap.path.join("."), trap.expected]
}

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels)

describe("the scan of a body", () => {
  it.prop("finds nothing in what JSON.stringify writes", [plain, fc.boolean()], ([value, isWide]) => {
    expect(findTrap(JSON.stringify(value, null, isWide ? 2 : 0))).toBeNull()
  })

  it.prop("finds nothing in a string, whatever it contains", [fc.string()], ([text]) => {
    expect(findTrap(JSON.stringify({ text, [`a${text}`]: [text] }))).toBeNull()
  })

  const twice = "each field at most once"
  const proto = "no field named __proto__"
  const exact = "numbers that a 64-bit float holds without loss"
  const cases: Readonly<Record<string, readonly [text: string, trap: readonly [string, string] | null]>> = {
    "a repeated name": ['{"a":1,"b":{"a":2},"a":3}', ["", twice]],
    "a repeated name of another object": ['{"x":[{"a":1},{"a":2}]}', null],
    "a name that is repeated in escapes": ['{"a":1,"\\u0061":2}', ["", twice]],
    "a name that would set the prototype": ['{"a":{"__proto__":{}}}', ["", proto]],
    "a prototype in escapes": ['{"\\u005f_proto__":{}}', ["", proto]],
    "a text that is no name": ['{"a":"__proto__","b":["a","a"]}', null],
    "a text with brackets, colons and quotation marks": ['{"a":"]}:\\"{[\\\\","b":1}', null],
    "a number that is not exact, below the top": ['{"a":{"b":12345678901234567890}}', ["a", exact]],
    "a negative one in a list": ['{"a":[1,-1e-400]}', ["a", exact]],
    "one at the top, which its schema judges": ['{"a":12345678901234567890}', null],
    "one in a text": ['{"a":{"b":"12345678901234567890"}}', null],
    "32 levels": [`{"a":${nested(31)}}`, null],
    "33 levels": [`{"a":${nested(32)}}`, ["", "at most 32 levels of nesting"]],
    "a text without an end": ['{"a":"b', null],
    "an escape at the end": ['{"a":"\\', null]
  }
  it.each(Object.entries(cases))("judges %s", (_, [text, trap]) => {
    expect(found(text)).toEqual(trap)
  })

  it.each(["{:1}", '{"a":1:2}', "[:]", '{"\\x":1}'])("leaves invalid JSON to JSON.parse: %s", (text) => {
    expect(() => {
      findTrap(text)
      JSON.parse(text)
    }).toThrow(SyntaxError)
  })
})
