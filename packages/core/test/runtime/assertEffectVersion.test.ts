import { assertEffectVersion } from "@tollgate/core/assertEffectVersion"
import { getCurrentVersion } from "effect/ModuleVersion"
import { describe, expect, it } from "vitest"

const ours = getCurrentVersion()

describe("assertEffectVersion", () => {
  it("lets a package pass that has core's own Effect", () => {
    expect(() => assertEffectVersion("@acme/store", ours)).not.toThrow()
  })

  it.each(["4.1.0", "3.21.9", "2.4.1"])("says what is needed and what to install where Effect is %s", (found) => {
    expect(() => assertEffectVersion("@acme/store", found)).toThrow(
      `@acme/store needs Effect 3.22 or a later 3, and found ${found}. Install one for all that import it: npm install effect@3`
    )
  })

  it("names both versions where a package has another Effect 3 than core", () => {
    expect(() => assertEffectVersion("@acme/store", "3.99.1")).toThrow(
      `@acme/store found Effect 3.99.1 and @tollgate/core Effect ${ours}. Install one for all that import it: npm install effect@3`
    )
  })
})
