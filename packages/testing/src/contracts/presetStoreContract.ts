import { expect } from "@effect/vitest"
import { type PresetRecord, PresetStore, WorkspaceStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { after } from "../instant.js"
import { aHome } from "../organizations.js"
import { aPresetRecord, aVersionOf } from "../presets.js"
import { aWorkspaceRecord } from "../workspaces.js"
import { contract } from "./contract.js"
import { plain } from "./plain.js"

const everything = { limit: 100, offset: 0 }
const shown = Struct.omit("organization_id")
const rank = (preset: PresetRecord) => `${String(1e15 - preset.updated_at.epochMillis).padStart(16, "0")} ${preset.id}`

const stored = Effect.gen(function* () {
  const presets = yield* PresetStore
  const workspaces = yield* WorkspaceStore
  const home = yield* aHome()
  const second = yield* aWorkspaceRecord({ organization_id: home.organization_id, slug: "second" })
  yield* workspaces.insert(second)
  const put = (preset: PresetRecord) => presets.insert(preset, aVersionOf(preset))
  return { presets, put, home, second: { ...home, workspace_id: second.id }, organization: home.organization_id }
})

/** Promises of every `PresetStore`. */
export const presetStoreContract = contract<PresetStore>("PresetStore", (promise) => {
  promise("lists a preset as it was stored, without its settings", () =>
    Effect.gen(function* () {
      const { home, organization, presets } = yield* stored
      const preset = yield* aPresetRecord(home, {
        description: "Sums up",
        status_updated_at: after(1),
        updated_at: after(2)
      })
      const version = aVersionOf(preset, { system_prompt: "Sum up.", config: '{"temperature":0.5}' })
      expect(yield* presets.insert(preset, version)).toBe(true)
      expect(plain(yield* presets.list(organization, null, everything))).toEqual(
        plain({ data: [shown(preset)], total_count: 1 })
      )
    })
  )

  promise("finds a preset by its slug with its designated version, and never another organization's", () =>
    Effect.gen(function* () {
      const { home, organization, presets } = yield* stored
      const preset = yield* aPresetRecord(home, { slug: "summary" })
      const version = aVersionOf(preset, { system_prompt: "Sum up.", config: '{"temperature":0.5}' })
      yield* presets.insert(preset, version)
      expect(plain(yield* presets.find(organization, "summary"))).toEqual(plain([[shown(preset), version]]))
      expect(plain(yield* presets.find(organization, "summar"))).toEqual([])
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* presets.find(other, "summary"))).toEqual([])
    })
  )

  promise("refuses a slug that the organization has in any workspace, and accepts it in another organization", () =>
    Effect.gen(function* () {
      const { home, organization, presets, put, second } = yield* stored
      const other = yield* aHome("Other")
      const [mine, again, theirs] = yield* Effect.forEach([home, second, other], (place) =>
        aPresetRecord(place, { slug: "summary" })
      )
      if (mine === undefined || again === undefined || theirs === undefined) return expect.fail("three presets")
      expect(yield* put(mine)).toBe(true)
      expect(yield* put(again)).toBe(false)
      expect(yield* put(theirs)).toBe(true)
      expect(plain(yield* presets.list(organization, null, everything))).toEqual(
        plain({ data: [shown(mine)], total_count: 1 })
      )
    })
  )

  promise("gives a slug to one of many concurrent creations", () =>
    Effect.gen(function* () {
      const { home, organization, presets, put } = yield* stored
      const rivals = yield* Effect.replicateEffect(aPresetRecord(home, { slug: "contested" }), 20)
      const won = yield* Effect.forEach(rivals, put, { concurrency: "unbounded" })
      expect(won.filter((inserted) => inserted).length).toBe(1)
      const { data } = yield* presets.list(organization, null, everything)
      expect(data.map(({ id }) => id)).toEqual([rivals[won.indexOf(true)]?.id])
    })
  )

  promise("lists an organization's presets, or one workspace's, and never another organization's", () =>
    Effect.gen(function* () {
      const { home, organization, presets, put, second } = yield* stored
      const other = yield* aHome("Other")
      yield* Effect.forEach([home, second, second, other], (place) => Effect.flatMap(aPresetRecord(place), put))
      const count = (...where: [typeof organization, typeof home.workspace_id | null]) =>
        Effect.map(presets.list(...where, everything), ({ data, total_count }) => [data.length, total_count])
      expect(yield* count(organization, null)).toEqual([3, 3])
      expect(yield* count(organization, home.workspace_id)).toEqual([1, 1])
      expect(yield* count(organization, second.workspace_id)).toEqual([2, 2])
      expect(yield* count(organization, other.workspace_id)).toEqual([0, 0])
      expect(yield* count(other.organization_id, home.workspace_id)).toEqual([0, 0])
    })
  )

  promise("lists the most recently updated first, then by id, in pages without gaps or repetitions", () =>
    Effect.gen(function* () {
      const { home, organization, presets, put } = yield* stored
      const all = yield* Effect.forEach(
        Array.from({ length: 23 }, (_, index) => ((index * 7) % 23) % 8),
        (seconds) => aPresetRecord(home, { updated_at: after(seconds / 1000) })
      )
      yield* Effect.forEach(all, put)
      const sorted = all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
      for (const workspace of [null, home.workspace_id]) {
        const pages = yield* Effect.forEach([0, 5, 10, 15, 20, 23, 10_000], (offset) =>
          presets.list(organization, workspace, { limit: 5, offset })
        )
        expect(pages.map(({ total_count }) => total_count)).toEqual(pages.map(() => 23))
        expect(pages.map(({ data }) => data.length)).toEqual([5, 5, 5, 5, 3, 0, 0])
        expect(plain(pages.flatMap(({ data }) => data))).toEqual(plain(sorted.map((preset) => shown(preset))))
      }
    })
  )
})
