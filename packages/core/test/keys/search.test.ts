import { describe, expect } from "@effect/vitest"
import { ApiKeyPage, createKey, listKeys } from "@tollgate/core"
import { aKey } from "@tollgate/testing/accounts"
import { Effect } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const page = read(ApiKeyPage)

describe("A list of keys by name", () => {
  inMemory("is in the order of code points, as databases sort", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const sorted = ["", "a", "ab", "b", "\ud7ff", "\ue000", "\ufffd", "\u{10000}", "\u{10000}a", "\u{10ffff}"].map(
        (end) => `x${end}`
      )
      // Of names that compared as equal, the hash would decide, which is drawn.
      for (const name of [...sorted, ...sorted].toReversed()) yield* asManager(createKey(aKey({ name })))
      const names = (sort: "name" | "-name") =>
        Effect.map(asManager(listKeys(page({ sort, q: "X" }))), ({ data }) =>
          data.map(({ name }) => name).filter((name) => name.startsWith("x"))
        )
      const twice = sorted.flatMap((name) => [name, name])
      expect(yield* names("name")).toEqual(twice)
      expect(yield* names("-name")).toEqual(twice.toReversed())
    })
  )
})
