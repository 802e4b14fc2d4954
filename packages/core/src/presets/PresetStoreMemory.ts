import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { missing, type Reference, repeated } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import { workspaceOf } from "../workspaces/WorkspaceStoreMemory.js"
import type { Preset, PresetId, PresetVersionId } from "./Preset.js"
import type { PresetRecord, PresetVersionRecord } from "./PresetRecord.js"
import { PresetStore } from "./PresetStore.js"

interface Presets {
  /** By organization and slug, with the designated version. */
  readonly bySlug: HashMap.HashMap<string, readonly [Preset, PresetVersionRecord]>
  /** The organization of each preset. */
  readonly byId: HashMap.HashMap<PresetId, OrganizationId>
  readonly versions: HashSet.HashSet<PresetVersionId>
  /** Those of an organization, and those of each workspace. */
  readonly lists: HashMap.HashMap<string, SortedIndex.SortedIndex<Preset>>
}

const slice = new Slice<Presets>("presets", {
  bySlug: HashMap.empty(),
  byId: HashMap.empty(),
  versions: HashSet.empty(),
  lists: HashMap.empty()
})

const listOf = (organizationId: OrganizationId, workspaceId: WorkspaceId | null) =>
  workspaceId === null ? organizationId : `${organizationId} ${workspaceId}`

const show: (record: PresetRecord) => Preset = Struct.omit("organization_id")

const slugKey = (organizationId: OrganizationId, slug: string) => `${organizationId} ${slug}`

const insert = (all: Presets, record: PresetRecord, version: PresetVersionRecord): Presets => {
  const { id, organization_id, slug, updated_at, workspace_id } = record
  const sortKey = SortedIndex.newestFirst(updated_at.epochMillis, id)
  const preset = show(record)
  return {
    bySlug: HashMap.set(all.bySlug, slugKey(organization_id, slug), [preset, version]),
    byId: HashMap.set(all.byId, id, organization_id),
    versions: HashSet.add(all.versions, version.id),
    lists: [listOf(organization_id, null), listOf(organization_id, workspace_id)].reduce(
      (lists, key) => SortedIndex.insertAt(lists, key, sortKey, preset),
      all.lists
    )
  }
}

const presetOf = ({ byId }: Presets, version: PresetVersionRecord): Reference => [
  "presets",
  Option.contains(HashMap.get(byId, version.preset_id), version.organization_id)
]

export const layer = Layer.effect(
  PresetStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return PresetStore.of({
      insert: (preset, version) =>
        modify((all, state) => {
          if (HashMap.has(all.bySlug, slugKey(preset.organization_id, preset.slug))) return [false, all]
          if (HashMap.has(all.byId, preset.id)) return repeated("presets")
          if (HashSet.has(all.versions, version.id)) return repeated("preset_versions")
          const after = insert(all, preset, version)
          return missing(state, workspaceOf(state, preset), presetOf(after, version)) ?? [true, after]
        }),
      find: (organizationId, slug) => read(({ bySlug }) => HashMap.get(bySlug, slugKey(organizationId, slug))),
      list: (organizationId, workspaceId, page) =>
        read(({ lists }) => SortedIndex.pageAt(lists, listOf(organizationId, workspaceId), page))
    })
  })
)
