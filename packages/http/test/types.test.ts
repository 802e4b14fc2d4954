import * as Core from "@tollgate/core"
import { type Programs, programs } from "@tollgate/http"
import { aPreset } from "@tollgate/testing/accounts"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Exact } from "../src/api/Program.js"

/** Checks a program as `Programs` checks those of core. */
const bound = <N extends keyof Programs>(name: N, program: Programs[N]) => [name, program] as const

// Each case that must not compile is below a directive, which is itself an error if the case does compile.
describe("an operation's program", () => {
  it("does not compile behind an endpoint that accepts keys that it refuses", () => {
    // @ts-expect-error ManagementCaller is required, and an open endpoint provides only Caller
    const open = bound("listPresets", () => Core.createPreset(aPreset()))
    expect(open[0]).toBe("listPresets")
  })

  it("does not compile behind an endpoint for other keys than its caller has", () => {
    // @ts-expect-error GatewayCaller is required, and an endpoint for management keys does not provide it
    const managing = bound("getGuardrail", (id) => Core.release(id))
    // @ts-expect-error GatewayCaller is required, and an endpoint that management keys may call does not provide it
    const reading = bound("listHolds", () => Core.releaseHolds({ instance: "one" }))
    // @ts-expect-error ManagementCaller is required, and an endpoint for gateway keys does not provide it
    const spending = bound("releaseHolds", () => Core.createPreset(aPreset()))
    expect([managing, reading, spending].length).toBe(3)
  })

  it("does not compile when it refuses what its endpoint does not declare", () => {
    // @ts-expect-error KeyNotFound is not declared, although it is a 404 as ByokNotFound is
    const mixed = bound("getByokCredential", (id) => (id === "" ? Core.updateKey(id, {}) : Core.getByokCredential(id)))
    expect(mixed[0]).toBe("getByokCredential")
  })

  it("does not compile with another answer, or with parameters that its endpoint does not have", () => {
    // @ts-expect-error the answer of another operation
    const other = bound("updateKey", () => Core.deleteGuardrail(""))
    // @ts-expect-error the body and the path are exchanged
    const swapped = bound("updateKey", (patch: Core.ApiKeyPatch, hash: string) => Core.updateKey(hash, patch))
    // @ts-expect-error the endpoint has no body
    const more = bound("getKey", (hash: string, patch: Core.ApiKeyPatch) => Core.updateKey(hash, patch))
    expect([other, swapped, more].length).toBe(3)
  })

  it("does not compile when core exports none of the operation's name", () => {
    const { createWorkspace: _, ...rest } = programs
    // @ts-expect-error createWorkspace is missing
    const incomplete: Programs = rest
    expect(Object.keys(incomplete)).not.toContain("createWorkspace")
  })

  it("has the name of its operation, and no other is bound to it", () => {
    // @ts-expect-error no endpoint has this name
    const unknown = bound("recordUsage", () => Core.recordUsage("", { usage: 0n, byok_usage: 0n }))
    expect(unknown[0]).toBe("recordUsage")
    expect(programs.updateKey).toBe(Core.updateKey)
  })
})

describe("an endpoint", () => {
  it("does not compile when it declares what its program never refuses", () => {
    const exact = <P>(programs: P & Exact<P>) => Object.keys(programs)
    expect(exact({ getByokCredential: Core.getByokCredential })).toEqual(["getByokCredential"])
    // @ts-expect-error ByokNotFound is declared, and this program refuses no input and nothing else
    expect(exact({ getByokCredential: () => Core.listPresets({ limit: 1, offset: 0 }) }).length).toBe(1)
  })

  it("does not compile when it changes something and its program does not refuse read-only keys", () => {
    const exact = <P>(programs: P & Exact<P>) => Object.keys(programs)
    expect(exact({ deletePreset: Core.deletePreset })).toEqual(["deletePreset"])
    const deleted = Effect.zipRight(Core.getPreset("x"), Effect.succeed({ deleted: true }))
    // @ts-expect-error a program that does not end with `change`
    expect(exact({ deletePreset: () => deleted }).length).toBe(1)
  })
})
