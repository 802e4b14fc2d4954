import { describe, expect, it } from "@effect/vitest"
import { Cause } from "effect"
import { ServerError } from "../src/ServerError.js"

const plain = ({ code, constraint, said, table }: ServerError) => ({ code, constraint, said, table })
const nothing = { code: undefined, constraint: undefined, said: "", table: undefined }

describe("An error of PostgreSQL", () => {
  it("has the code, the message, the table and the constraint that the server reported", () => {
    const reported = { code: "23505", message: "duplicate key", table: "presets", constraint: "presets_slug" }
    const { message, ...names } = reported
    expect(plain(ServerError.of(reported))).toEqual({ ...names, said: message })
  })

  it("is made of anything that was thrown, and takes no value but texts", () => {
    for (const thrown of [undefined, null, "text", {}, { code: 7, message: 5, table: {}, constraint: null }]) {
      expect(plain(ServerError.of(thrown))).toEqual(nothing)
    }
  })

  it("says nothing of a value that the server quotes", () => {
    const quoted = ServerError.of({ code: "22P02", message: 'invalid input: "canary"' })
    expect([quoted.code, quoted.message]).toEqual(["22P02", "A value was refused."])
  })

  it("is found at any depth of the causes", () => {
    const error = ServerError.of({ code: "40P01" })
    expect(ServerError.find({ cause: { cause: Cause.fail(error) } })).toBe(error)
    expect(ServerError.find({ cause: new Error("other") })).toBe(null)
  })

  it("leaves its connection only if the server reported it, and is neither a shutdown nor about a stale statement", () => {
    const leaving = ["23505", "40P01", "55P03", "P0001", "XX000", "26001"]
    const ending = ["08006", "57P01", "57P03", "0A000", "26000", "EPIPE", "ECONNRESET", undefined]
    const leaves = (codes: ReadonlyArray<string | undefined>) =>
      codes.map((code) => ServerError.of({ code }).leavesConnection)
    expect(leaves(leaving)).toEqual(leaving.map(() => true))
    expect(leaves(ending)).toEqual(ending.map(() => false))
  })
})
