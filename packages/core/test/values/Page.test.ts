import { describe, expect, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { PageQuery } from "../../src/values/Page.js"

const read = Schema.decodeUnknownEither(PageQuery)
const largest = Number.MAX_SAFE_INTEGER

describe("The page that a query asks for", () => {
  it("has a limit from 1 to 100 and an offset of 0 or more, which may be left out", () => {
    expect(read({})).toEqual(Either.right({ limit: 50, offset: 0 }))
    expect(read({ limit: "null", offset: "null" })).toEqual(Either.right({ limit: 50, offset: 0 }))
    for (const [limit, offset] of [
      [1, 0],
      [100, largest],
      [7, 1]
    ]) {
      expect(read({ limit: `${limit}`, offset: `${offset}` })).toEqual(Either.right({ limit, offset }))
    }
    expect(read({ limit: "007" })).toEqual(Either.right({ limit: 7, offset: 0 }))
  })

  it("has no other limit and no other offset", () => {
    for (const text of ["", " 1", "-5", "+5", "1.5", "1e1", "0x10", "٣", "NULL", "undefined"]) {
      for (const name of ["limit", "offset"])
        expect([text, Either.isLeft(read({ [name]: text }))]).toEqual([text, true])
    }
    for (const limit of ["0", "101", "1000"]) expect([limit, Either.isLeft(read({ limit }))]).toEqual([limit, true])
    for (const offset of [`${largest + 1}`, "10000000000000000"]) {
      expect([offset, Either.isLeft(read({ offset }))]).toEqual([offset, true])
    }
  })
})
