import { describe, expect } from "@effect/vitest"
import { createPreset, createWorkspace, getPreset, PresetNotFound } from "@tollgate/core"
import { aPreset, aWorkspace } from "@tollgate/testing/accounts"
import { Effect } from "effect"
import { inMemory, openAccount } from "../support/account.js"

const absent = new PresetNotFound()

describe("getPreset", () => {
  inMemory("shows a preset with the version that is in use, as it was when it was created", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary } = yield* openAccount()
      const full = { slug: "full", system_prompt: "Sum up.", config: { top_k: 1, stop: ["."] }, description: "Sums" }
      for (const input of [{ slug: "bare" }, full]) {
        const created = yield* asManager(createPreset(aPreset(input)))
        expect(yield* asManager(getPreset(input.slug))).toEqual(created)
        expect(yield* asOrdinary(getPreset(input.slug))).toEqual(created)
      }
    })
  )

  inMemory("shows an ordinary key those of its workspace alone, as if there were no others", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary } = yield* openAccount()
      const { id: workspace_id } = yield* asManager(createWorkspace(aWorkspace()))
      const { id } = yield* asManager(createPreset(aPreset({ slug: "apart", workspace_id })))
      expect((yield* asManager(getPreset("apart"))).id).toBe(id)
      expect(yield* Effect.flip(asOrdinary(getPreset("apart")))).toEqual(absent)
    })
  )

  inMemory("answers alike for what is absent, malformed and another organization's", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const { id } = yield* stranger.asManager(createPreset(aPreset({ slug: "theirs" })))
      yield* asManager(createPreset(aPreset({ slug: "ours" })))
      for (const name of ["theirs", "nobodys", "OURS", "ours ", "", "ours\n", "a".repeat(51), id]) {
        expect(yield* Effect.flip(asManager(getPreset(name)))).toEqual(absent)
      }
    })
  )
})
