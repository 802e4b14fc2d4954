import { describe, expect } from "@effect/vitest"
import { createPreset, getPreset, InvalidInput, PresetArchived, PresetPatch, updatePreset } from "@tollgate/core"
import { aPreset } from "@tollgate/testing/accounts"
import { DateTime, Effect, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const opened = Effect.gen(function* () {
  const { asManager } = yield* openAccount()
  const create = (slug: string) => asManager(createPreset(aPreset({ slug, description: "Sums" })))
  const [preset, other] = [yield* create("sum"), yield* create("other")]
  yield* TestClock.adjust("1 minute")
  const update = (patch: typeof PresetPatch.Encoded) => asManager(updatePreset("sum", read(PresetPatch)(patch)))
  return { asManager, other, preset, update, now: yield* DateTime.now }
})

describe("updatePreset", () => {
  inMemory("changes what is named, and notes when the status has changed, until the preset is archived", () =>
    Effect.gen(function* () {
      const { asManager, now, preset, update } = yield* opened
      const renamed = { ...preset, name: "Sum", description: null, updated_at: now }
      expect(yield* update({ name: "Sum", description: null, status: "active" })).toEqual(renamed)
      const archived = { ...renamed, status: "archived", status_updated_at: now }
      expect(yield* update({ status: "archived" })).toEqual(archived)
      expect(yield* Effect.flip(update({ status: "active" }))).toEqual(new PresetArchived())
      expect([yield* update({}), yield* asManager(getPreset("sum"))]).toEqual([archived, archived])
    })
  )

  inMemory("designates a version of the preset, and none of another preset", () =>
    Effect.gen(function* () {
      const { other, preset, update } = yield* opened
      const designate = ({ designated_version_id }: typeof preset) => update({ designated_version_id })
      expect(yield* designate(preset)).toMatchObject({ designated_version: preset.designated_version })
      const issue = { path: ["designated_version_id"], expected: "the id of a version of the preset" }
      expect(yield* Effect.flip(designate(other))).toEqual(new InvalidInput({ issues: [issue] }))
    })
  )
})
