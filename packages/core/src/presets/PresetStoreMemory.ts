import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as RedBlackTree from "effect/RedBlackTree"
import * as Struct from "effect/Struct"
import { MemoryState } from "../memory/MemoryState.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import type { NewPresetRecord } from "./Preset.js"
import { PresetStore } from "./PresetStore.js"

const add = <Id>(
  index: HashMap.HashMap<Id, SortedIndex.SortedIndex<NewPresetRecord>>,
  id: Id,
  preset: NewPresetRecord
) =>
  HashMap.modifyAt(index, id, (presets) =>
    Option.some(
      RedBlackTree.insert(
        Option.getOrElse(presets, () => SortedIndex.empty<NewPresetRecord>()),
        SortedIndex.newestFirst(preset.updated_at.epochMillis, preset.id),
        preset
      )
    )
  )

const show = Struct.omit("organization_id", "system_prompt", "config")

export const layer = Layer.effect(
  PresetStore,
  Effect.map(MemoryState, (state) =>
    PresetStore.of({
      insert: (preset) =>
        state.modify((all) => {
          const slug = `${preset.organization_id} ${preset.slug}`
          if (HashMap.has(all.presetSlugs, slug)) return [false, all]
          return [
            true,
            {
              ...all,
              presetSlugs: HashMap.set(all.presetSlugs, slug, true),
              organizationPresets: add(all.organizationPresets, preset.organization_id, preset),
              workspacePresets: add(all.workspacePresets, `${preset.organization_id} ${preset.workspace_id}`, preset)
            }
          ]
        }),
      list: (organizationId, workspaceId, page) =>
        Effect.map(state.get, (all) => {
          const index =
            workspaceId === null
              ? HashMap.get(all.organizationPresets, organizationId)
              : HashMap.get(all.workspacePresets, `${organizationId} ${workspaceId}`)
          const presets = Option.getOrElse(index, () => SortedIndex.empty<NewPresetRecord>())
          const { data, total_count } = SortedIndex.page(presets, page)
          return { data: data.map((preset) => show(preset)), total_count }
        })
    })
  )
)
