import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { Preset } from "./Preset.js"
import type { PresetRecord, PresetVersionRecord } from "./PresetRecord.js"
import { PresetStore } from "./PresetStore.js"

interface Presets {
  /** By organization and slug, with the designated version. */
  readonly bySlug: HashMap.HashMap<string, readonly [Preset, PresetVersionRecord]>
  /** Those of an organization, and those of each workspace. */
  readonly lists: HashMap.HashMap<string, SortedIndex.SortedIndex<Preset>>
}

const slice = new Slice<Presets>("presets", { bySlug: HashMap.empty(), lists: HashMap.empty() })

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
    lists: [listOf(organization_id, null), listOf(organization_id, workspace_id)].reduce(
      (lists, key) => SortedIndex.insertAt(lists, key, sortKey, preset),
      all.lists
    )
  }
}

export const layer = Layer.effect(
  PresetStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return PresetStore.of({
      insert: (preset, version) =>
        modify((all) =>
          HashMap.has(all.bySlug, slugKey(preset.organization_id, preset.slug))
            ? [false, all]
            : [true, insert(all, preset, version)]
        ),
      find: (organizationId, slug) => read(({ bySlug }) => HashMap.get(bySlug, slugKey(organizationId, slug))),
      list: (organizationId, workspaceId, page) =>
        read(({ lists }) => SortedIndex.pageAt(lists, listOf(organizationId, workspaceId), page))
    })
  })
)
