import * as Effect from "effect/Effect"
import type { AuditRecord } from "./AuditRecord.js"
import { type AuditEnd, AuditStore } from "./AuditStore.js"

const PAGE = 1_000

/**
 * Reads the entries of a chain after a number and up to its end, and calls `use` with one page of them after another. `use` returns the number
 * after which the next page begins, or null to read no further.
 */
export const readChain = Effect.fnUntraced(function* <E, R>(
  { organization_id, seq }: AuditEnd,
  after: number,
  use: (entries: ReadonlyArray<AuditRecord>) => Effect.Effect<number | null, E, R>
) {
  const audit = yield* AuditStore
  for (let last: number | null = after; last !== null && last < seq; ) {
    last = yield* use(yield* audit.read(organization_id, last, Math.min(PAGE, seq - last)))
  }
})
