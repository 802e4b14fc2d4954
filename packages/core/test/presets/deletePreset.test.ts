import { describe, expect } from "@effect/vitest"
import { createPreset, deletePreset, listPresets, PresetNotFound } from "@tollgate/core"
import { aPreset } from "@tollgate/testing/accounts"
import { Effect } from "effect"
import { inMemory, openAccount } from "../support/account.js"

describe("deletePreset", () => {
  inMemory("deletes a preset once, never another organization's, and frees its slug", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const create = asManager(createPreset(aPreset({ slug: "sum" })))
      yield* create
      expect(yield* Effect.flip(stranger.asManager(deletePreset("sum")))).toEqual(new PresetNotFound())
      expect(yield* asManager(deletePreset("sum"))).toEqual({ deleted: true })
      expect(yield* Effect.flip(asManager(deletePreset("sum")))).toEqual(new PresetNotFound())
      expect(yield* asManager(listPresets({ limit: 1, offset: 0 }))).toEqual({ data: [], total_count: 0 })
      expect((yield* create).slug).toBe("sum")
    })
  )
})
