import * as Effect from "effect/Effect"
import { MemoryState } from "../memory/MemoryState.js"
import { contextOf } from "../ports/contextOf.js"
import { memoryRecords } from "../records/memoryRecords.js"
import { ByokStore } from "./ByokStore.js"
import { byokRecords } from "./byokRecords.js"

export const credentials = memoryRecords(byokRecords)

export const make = contextOf(
  ByokStore,
  Effect.map(MemoryState, (state) => {
    const { read } = state.of(credentials.slice)
    const ofProvider: ByokStore["Type"]["ofProvider"] = (organizationId, workspace_id, provider) =>
      read((all) => credentials.filtered(all, organizationId, { workspace_id, provider }))
    return ByokStore.of({
      ...credentials.store(state),
      ofProvider,
      nextSortOrder: (...list) => Effect.map(ofProvider(...list), (all) => (all.at(-1)?.sort_order ?? -1) + 1)
    })
  })
)
