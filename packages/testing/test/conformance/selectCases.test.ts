import { NothingSelected, runConformance, selectCases } from "@tollgate/testing/conformance"
import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { asking } from "./fakeServer.js"

const named = (operationId: string | null, name: string) => asking({ status: 200 }, { operationId, name })
const updated = named("updateKey", "updateKey: a name")
const likeIt = named("updateKeyring", "updateKeyring: like updateKey")
const route = named(null, "route: unknown")
const cases = [updated, likeIt, route]

const selected = (only?: string) => Effect.runSync(selectCases(cases, only))

describe("a selection of cases", () => {
  it("is all of them where none is made", () => {
    expect(selected()).toEqual(cases)
  })

  it("is an operation's, by its whole id, or the transport's, by `transport`", () => {
    expect(selected("updateKey")).toEqual([updated])
    expect(selected("transport")).toEqual([route])
  })

  it("is else those that have it in their name", () => {
    expect(selected("update")).toEqual([updated, likeIt])
    expect(selected("unknown")).toEqual([route])
  })

  it("is of none for an operation that has no cases, and says so", () => {
    const like = named("getKeyring", "getKeyring: like getKey")
    const nothing = Effect.runSync(Effect.flip(selectCases([like], "getKey")))
    expect(nothing.message).toBe("The contract has the operation getKey, but no case is about it yet.")
  })

  it("fails where it is of none", async () => {
    const nothing = new NothingSelected({ only: "getNothing" })
    expect(Effect.runSyncExit(selectCases(cases, "getNothing"))).toEqual(Exit.fail(nothing))
    await expect(runConformance({ url: "http://127.0.0.1:1", account: {}, only: "getNothing" })).rejects.toEqual(
      nothing
    )
  })
})
