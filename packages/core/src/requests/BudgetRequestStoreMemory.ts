import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import { MemoryState } from "../memory/MemoryState.js"
import { contextOf } from "../ports/contextOf.js"
import { memoryRecords } from "../records/memoryRecords.js"
import { CHUNK } from "../spending/store/SpendingStore.js"
import { BudgetRequestStore } from "./BudgetRequestStore.js"
import { budgetRequestRecords } from "./budgetRequestRecords.js"

const requests = memoryRecords(budgetRequestRecords)

export const make = contextOf(
  BudgetRequestStore,
  Effect.map(MemoryState, (state) => {
    const { modify } = state.of(requests.slice)
    return BudgetRequestStore.of({
      ...requests.store(state),
      prune: (before) =>
        modify((all) => {
          const isOld = (decided_at: number | undefined) => decided_at !== undefined && decided_at < before
          const old = [...HashMap.values(all.records)].filter(({ decided_at }) => isOld(decided_at?.epochMillis))
          return [Math.min(old.length, CHUNK), old.slice(0, CHUNK).reduce(requests.remove, all)]
        })
    })
  })
)
