import { describe, expect } from "@effect/vitest"
import {
  createPreset,
  createPresetVersion,
  createWorkspace,
  getPreset,
  getPresetVersion,
  listPresetVersions,
  Page,
  PresetArchived,
  PresetNotFound,
  PresetPatch,
  PresetVersionNotFound,
  updatePreset
} from "@tollgate/core"
import { aPreset, aPresetVersion, aWorkspace } from "@tollgate/testing/accounts"
import { Effect, TestClock } from "effect"
import { inMemory, openAccount, read, uuid } from "../support/account.js"

const page = read(Page)({})
const patch = read(PresetPatch)

const opened = Effect.gen(function* () {
  const account = yield* openAccount()
  const { designated_version: first, ...preset } = yield* account.asManager(createPreset(aPreset({ slug: "sum" })))
  yield* TestClock.adjust("1 minute")
  return { ...account, first, preset }
})

describe("the versions of a preset", () => {
  inMemory("are numbered, and one is in use only once it is designated", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary, first, preset } = yield* opened
      const input = aPresetVersion({ system_prompt: "Briefly.", config: { stop: ["."] } })
      const second = yield* asManager(createPresetVersion("sum", input))
      const { created_at, ...terms } = second
      expect(terms).toEqual({ id: uuid, preset_id: preset.id, creator_id: "Acme-owner", version: 2, ...input })
      expect(created_at.epochMillis).toBe(60_000)
      expect(yield* asManager(getPreset("sum"))).toEqual({ ...preset, designated_version: first })
      for (const as of [asManager, asOrdinary]) {
        expect(yield* as(listPresetVersions("sum", page))).toEqual({ data: [first, second], total_count: 2 })
        expect(yield* as(getPresetVersion("sum", "2"))).toEqual(second)
      }
      const designated = yield* asManager(updatePreset("sum", patch({ designated_version_id: second.id })))
      expect(designated.designated_version).toEqual(second)
    })
  )

  inMemory("are not added to an archived preset, and are read from it", () =>
    Effect.gen(function* () {
      const { asManager, first } = yield* opened
      yield* asManager(updatePreset("sum", patch({ status: "archived" })))
      expect(yield* Effect.flip(asManager(createPresetVersion("sum", aPresetVersion())))).toEqual(new PresetArchived())
      expect(yield* asManager(listPresetVersions("sum", page))).toEqual({ data: [first], total_count: 1 })
    })
  )

  inMemory("are hidden from ordinary keys of other workspaces and from other organizations", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary } = yield* opened
      const stranger = yield* openAccount("Stranger")
      const { id: workspace_id } = yield* asManager(createWorkspace(aWorkspace()))
      yield* asManager(createPreset(aPreset({ slug: "apart", workspace_id })))
      const hidden = new PresetNotFound()
      expect(yield* Effect.flip(asOrdinary(listPresetVersions("apart", page)))).toEqual(hidden)
      expect(yield* Effect.flip(asOrdinary(getPresetVersion("apart", "1")))).toEqual(hidden)
      expect(yield* Effect.flip(stranger.asManager(listPresetVersions("sum", page)))).toEqual(hidden)
      expect(yield* Effect.flip(stranger.asManager(getPresetVersion("sum", "1")))).toEqual(hidden)
      const creation = stranger.asManager(createPresetVersion("sum", aPresetVersion()))
      expect(yield* Effect.flip(creation)).toEqual(hidden)
      for (const version of ["2", "0", "01", "1.0", "one", ""]) {
        const asked = asManager(getPresetVersion("sum", version))
        expect(yield* Effect.flip(asked)).toEqual(new PresetVersionNotFound())
      }
    })
  )
})
