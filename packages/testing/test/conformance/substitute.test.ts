import { MissingPlaceholder, substitute } from "@tollgate/testing/conformance"
import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"

const vars = { ID: "Ab-c", KEY: "xA" }
const filled = (text: string) => Effect.runSync(substitute(text, vars))

describe("a placeholder", () => {
  it("stands for its value", () => {
    expect(filled("/keys/{ID}?again={ID}")).toBe("/keys/Ab-c?again=Ab-c")
  })

  it("may change its value", () => {
    expect(filled("{ID|chop} {ID|upper} {ID|nodash} {ID|swapcase} {ID|flip} {KEY|flip}")).toBe(
      "Ab- AB-C Abc aB-C Ab-A xB"
    )
  })

  it("is missing where the run does not know it, or the change", () => {
    const missing = (text: string) => Effect.runSyncExit(substitute(text, vars))
    expect(missing("{NOPE}")).toEqual(Exit.fail(new MissingPlaceholder({ name: "NOPE" })))
    expect(missing("{ID|rot13}")).toEqual(Exit.fail(new MissingPlaceholder({ name: "|rot13" })))
  })

  it("repeats letters, headers and chunks", () => {
    expect(filled("{a*3}{B*2}")).toBe("aaaBB")
    expect(filled("{HDR*2}")).toBe("X-0: 1\r\nX-1: 1\r\n")
    expect(filled("{CHUNK*1}")).toBe(`8000\r\n${"a".repeat(32_768)}\r\n0\r\n\r\n`)
  })

  it("leaves other braces alone", () => {
    expect(filled('{"name":"{a}","b":{}} ^.{43}$')).toBe('{"name":"{a}","b":{}} ^.{43}$')
  })
})
