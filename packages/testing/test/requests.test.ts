import { filledWith, parametersOf, pathOf } from "@tollgate/testing"
import { describe, expect, it } from "vitest"

const versions = { id: "getPresetVersion", path: "/presets/{slug}/versions/{version}" }

describe("a path with several parameters", () => {
  it("names something else by each", () => {
    expect(pathOf(versions, { slug: "a/b", version: "3" })).toBe("/presets/a%2Fb/versions/3")
    expect(parametersOf(versions)).toEqual(["slug", "version"])
    expect(pathOf(versions, filledWith(versions, "x"))).toBe("/presets/x/versions/x")
  })

  it("fails for a resource without an entry, and says where to add it", () => {
    expect(() => pathOf(versions, { slug: "a" })).toThrow(
      "getPresetVersion: say in packages/testing/src/requests.ts what {version} names"
    )
  })
})
