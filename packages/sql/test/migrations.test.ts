import { describe, expect, it } from "@effect/vitest"
import { migrations } from "../src/migrations/index.js"
import { postgres, sqlite } from "../src/migrations/Migration.js"
import { checksumOf } from "../src/schema/checksumOf.js"

/** The migrations of published versions. A new one gets its row when it is published; no row ever changes. */
const released = {
  "0001_accounts": {
    sqlite: "56bf3b2876a1b6694e3f708735023046eca5765f088aa0e9f4cca8e44592de81",
    postgres: "92def06e31e167a81b9cf89733695b0916b6153feb91602f2723a4154906fce6"
  },
  "0002_management": {
    sqlite: "bbcf432535c03be12752778a394fe07df11a16fe8c83b5692c361a76932577dd",
    postgres: "f4cbe50d0a50ac98d1b8940707e0439fca8a568fd9ffcee3eea1e398b54baae3"
  },
  "0003_workspace_lists": {
    sqlite: "b6fd85e098e5d097abf5b8b28e2299d433d4499c3cf5026c417537140fa4d75f",
    postgres: "22d0ca560c4783db931411ff7ce19f3b29abe4aefbf02df8b7dfa332d7f36e80"
  }
}

describe("a released migration", () => {
  it.each(Object.entries(released))("has the text that it was released with: %s", (name, checksums) => {
    const statements = migrations[name] ?? (() => [])
    expect({ sqlite: checksumOf(statements(sqlite)), postgres: checksumOf(statements(postgres)) }).toEqual(checksums)
  })

  it("is among the first of all", () => {
    expect(Object.keys(migrations).slice(0, 3)).toEqual(Object.keys(released))
  })
})
