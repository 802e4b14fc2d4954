import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core/storage"

describe("a storage failure", () => {
  it("says whether anything was changed", () => {
    const cause = new Error("disk full")
    const failures = [
      new StorageFailure({ cause, outcome: "none" }),
      new StorageFailure({ cause, outcome: "unknown" }),
      new StorageFailure({ cause })
    ]
    expect(failures.map(({ message, outcome }) => [outcome, message])).toEqual([
      ["none", "Storage failed. Nothing was changed."],
      ["unknown", "Storage failed. It is not known whether anything was changed."],
      ["unknown", "Storage failed. It is not known whether anything was changed."]
    ])
  })
})
