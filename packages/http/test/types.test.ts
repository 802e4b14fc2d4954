import { createPreset, deleteGuardrail, getByokCredential, listPresets, recordUsage, updateKey } from "@tollgate/core"
import { type Programs, programs } from "@tollgate/http"
import { aPreset } from "@tollgate/testing/accounts"
import { describe, expect, it } from "vitest"
import type { Exact } from "../src/api/Program.js"

const { byok } = programs

// What must not compile stands below a line that the compiler would complain of if it did.
describe("an operation's program", () => {
  it("does not compile behind an endpoint that lets in keys that it refuses", () => {
    const presets: Programs<"presets"> = {
      // @ts-expect-error ManagementCaller is required, and an open endpoint provides only Caller
      listPresets: () => createPreset(aPreset())
    }
    expect(Object.keys(presets)).toEqual(["listPresets"])
  })

  it("does not compile when it refuses what its endpoint does not declare", () => {
    const mixed: Programs<"byok"> = {
      ...byok,
      // @ts-expect-error KeyNotFound is not declared, though it is a 404 as ByokNotFound is
      getByokCredential: ({ path }) => (path.id === "" ? updateKey(path.id, {}) : getByokCredential(path.id))
    }
    expect(Object.keys(mixed)).toEqual(Object.keys(byok))
  })

  it("does not compile with another answer, without a program, or with an unknown one", () => {
    // @ts-expect-error an answer of another operation
    const keys: Programs<"keys"> = { updateKey: () => deleteGuardrail("") }
    // @ts-expect-error unassignMembers is missing
    const guardrails: Programs<"guardrails"> = { deleteGuardrail: ({ path }) => deleteGuardrail(path.id) }
    const open: Programs<"presets"> = {
      listPresets: ({ urlParams }) => listPresets(urlParams),
      // @ts-expect-error no endpoint has this name
      recordUsage: () => recordUsage("", { usage: 0n, byok_usage: 0n })
    }
    expect([keys, guardrails, open].map((programs) => Object.keys(programs).length)).toEqual([1, 1, 2])
  })
})

describe("an endpoint", () => {
  it("does not compile when it declares what its program never refuses", () => {
    const refused = <P>(_: P & Exact<"byok", P>) => undefined
    refused({ ...byok, getByokCredential: () => getByokCredential("") })
    // @ts-expect-error ByokNotFound is declared, and this program refuses no input and nothing else
    refused({ ...byok, getByokCredential: () => listPresets({ limit: 1, offset: 0 }) })
  })
})
