import { describe, expect } from "@effect/vitest"
import { createByokCredential, listByokCredentials } from "@tollgate/core"
import { aByokCredential } from "@tollgate/testing/accounts"
import { Effect } from "effect"
import { inMemory, openAccount } from "../support/account.js"

describe("a credential without a sort_order", () => {
  inMemory("goes behind the last one, and never beyond 1,000,000: those before it move down in their order", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const create = (name: string, sort_order?: number) =>
        asManager(
          createByokCredential(
            aByokCredential({ provider: "openai", name, ...(sort_order !== undefined && { sort_order }) })
          )
        )
      const places = Effect.map(
        asManager(listByokCredentials({ limit: 100, offset: 0, provider: "openai" })),
        ({ data }) => data.map(({ name, sort_order }) => [name, sort_order])
      )
      yield* create("first", 5)
      yield* create("gap", 999_998)
      yield* create("last", 1_000_000)
      expect((yield* create("behind")).sort_order).toBe(1_000_000)
      expect(yield* places).toEqual([
        ["first", 5],
        ["gap", 999_998],
        ["last", 999_999],
        ["behind", 1_000_000]
      ])
      expect((yield* create("behind that")).sort_order).toBe(1_000_000)
      expect(yield* places).toEqual([
        ["first", 5],
        ["gap", 999_997],
        ["last", 999_998],
        ["behind", 999_999],
        ["behind that", 1_000_000]
      ])
      expect((yield* asManager(createByokCredential(aByokCredential({ provider: "cohere" })))).sort_order).toBe(0)
    })
  )
})
