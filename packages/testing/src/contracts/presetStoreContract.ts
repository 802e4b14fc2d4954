import { expect } from "@effect/vitest"
import { type Page, PresetVersionId, StorageFailure } from "@tollgate/core"
import { PresetStore, presetRecords } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { after } from "../instant.js"
import { aHome } from "../organizations.js"
import { aPresetRecord, aVersionOf } from "../presets.js"
import { contract } from "./contract.js"
import { expectInPages } from "./inPages.js"
import { plain } from "./plain.js"
import { recordPromises } from "./recordPromises.js"

const first = { limit: 1, offset: 0 }
const shown = Struct.omit("organization_id")

const stored = Effect.gen(function* () {
  const presets = yield* PresetStore
  const home = yield* aHome()
  const preset = yield* aPresetRecord(home, { slug: "summary" })
  const version = aVersionOf(preset, { system_prompt: "Sum up.", config: '{"temperature":0.5}' })
  yield* presets.insert(preset)
  yield* presets.insertVersion(version)
  return { presets, home, preset, version, organization: home.organization_id }
})

/** Promises of every `PresetStore`. */
export const presetStoreContract = contract<PresetStore>("PresetStore", (promise) => {
  recordPromises(promise, presetRecords, {
    noun: "preset",
    store: PresetStore,
    make: aPresetRecord,
    refs: ({ slug }) => [slug],
    changes: {
      name: "Changed",
      description: "Changed",
      status: "disabled",
      status_updated_at: after(1),
      designated_version_id: PresetVersionId.make("01234567-89ab-4cde-8f01-23456789abcd"),
      updated_at: after(2)
    },
    listed: [0, 2, 1, 2, -1].map((seconds) => ({ updated_at: after(seconds) }))
  })

  promise("finds a preset by its slug with its designated version, and never another organization's", () =>
    Effect.gen(function* () {
      const { organization, preset, presets, version } = yield* stored
      expect(plain(yield* presets.findWithVersion(organization, "summary"))).toEqual(plain([[shown(preset), version]]))
      expect(plain(yield* presets.findWithVersion(organization, "summar"))).toEqual([])
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* presets.findWithVersion(other, "summary"))).toEqual([])
    })
  )

  promise("finds a version by its id, and never another organization's", () =>
    Effect.gen(function* () {
      const { organization, presets, version } = yield* stored
      expect(plain(yield* presets.findVersion(organization, version.id))).toEqual(plain([version]))
      expect(plain(yield* presets.findVersion((yield* aHome("Other")).organization_id, version.id))).toEqual([])
    })
  )

  promise("refuses a second version of a number, and finds another version once it is designated", () =>
    Effect.gen(function* () {
      const { home, organization, preset, presets, version } = yield* stored
      const { designated_version_id } = yield* aPresetRecord(home)
      const second = { ...version, id: designated_version_id, version: 2, system_prompt: null }
      expect(yield* Effect.flip(presets.insertVersion({ ...second, version: 1 }))).toBeInstanceOf(StorageFailure)
      yield* presets.insertVersion(second)
      yield* presets.update(organization, preset.slug, { designated_version_id })
      expect(plain(yield* presets.findWithVersion(organization, "summary"))).toEqual(
        plain([[shown({ ...preset, designated_version_id }), second]])
      )
    })
  )

  promise("lists the versions of a preset in ascending order, and finds each by its number", () =>
    Effect.gen(function* () {
      const { home, organization, preset, presets, version } = yield* stored
      const neighbour = yield* aPresetRecord(home)
      yield* presets.insert(neighbour)
      expect(yield* presets.lastVersion(organization, neighbour.id)).toBe(0)
      yield* presets.insertVersion(aVersionOf(neighbour))
      const more = yield* Effect.forEach([3, 10, 2], (number) =>
        Effect.map(aPresetRecord(home), ({ designated_version_id: id }) => ({ ...version, id, version: number }))
      )
      for (const one of more) yield* presets.insertVersion(one)
      const all = [version, ...more.toSorted((one, other) => one.version - other.version)]
      const list = (page: Page) =>
        Effect.map(presets.listVersions(organization, preset.slug, page), (found) => Option.getOrThrow(found)[1])
      yield* expectInPages(list, all)
      const [shownPreset] = Option.getOrThrow(yield* presets.listVersions(organization, preset.slug, first))
      expect(plain(shownPreset)).toEqual(plain(shown(preset)))
      expect(yield* presets.lastVersion(organization, preset.id)).toBe(10)
      const numbered = (number: number, asker = organization) =>
        Effect.map(presets.findVersionNumbered(asker, preset.id, number), plain)
      expect(yield* Effect.forEach([1, 2, 3, 4, 10], (number) => numbered(number))).toEqual(
        plain([[version], [more[2]], [more[0]], [], [more[1]]])
      )
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* presets.listVersions(other, preset.slug, first))).toEqual([])
      expect(yield* numbered(1, other)).toEqual([])
      expect(yield* presets.lastVersion(other, preset.id)).toBe(0)
    })
  )

  promise("deletes a preset with its versions", () =>
    Effect.gen(function* () {
      const { organization, preset, presets, version } = yield* stored
      yield* presets.delete(organization, preset.slug)
      expect(plain(yield* presets.listVersions(organization, preset.slug, first))).toEqual([])
      yield* presets.insert(preset)
      expect(plain(yield* presets.findWithVersion(organization, preset.slug))).toEqual([])
      yield* presets.insertVersion(version)
      expect(plain(yield* presets.findWithVersion(organization, preset.slug))).toEqual(
        plain([[shown(preset), version]])
      )
      const { total_count } = Option.getOrThrow(yield* presets.listVersions(organization, preset.slug, first))[1]
      expect(total_count).toBe(1)
    })
  )
})
