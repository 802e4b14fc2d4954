import { SpendingStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"

type Find = NonNullable<SpendingStore["Type"]["findSpender"]>

/** The store of spending with another way to read spenders, and with a cache of its own. */
export const withFinding = (finding: (find: Find) => Find) =>
  Effect.map(SpendingStore, (store): SpendingStore["Type"] => {
    const { findSpender } = store
    if (findSpender === undefined) throw new Error("This storage reads spenders through its ports.")
    return { ...store, findSpender: finding(findSpender) }
  })
