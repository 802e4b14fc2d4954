import { type OrganizationId, Usd } from "@tollgate/core"
import { type AlertRecord, AlertStore, SpendingStore, type UsageEntry, unlimited } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import {
  admit,
  type anAdmission,
  costing,
  evening,
  key,
  named,
  organization,
  someTerms,
  space,
  whole
} from "./samples.js"

/** Every alert of an organization, newest first. */
export const alertsOf = (organization_id: OrganizationId = organization) =>
  Effect.gen(function* () {
    const store = yield* AlertStore
    const found: Array<AlertRecord> = []
    for (;;) {
      const { data, total_count } = yield* store.list(organization_id, { limit: 100, offset: found.length })
      found.push(...data)
      if (found.length >= total_count || data.length === 0) return found
    }
  })

/** An alert in a few words: "key lifetime 80 of 10", "key daily unknown of 10". */
export const inWords = ({ kind, limit, ref, threshold, window }: AlertRecord): string =>
  `${ref.kind} ${window} ${kind === "crossing" ? threshold : kind} of ${Usd.toNumber(limit)}`

/** What was told, in words and in alphabetical order: several alerts of one act have one time. */
export const told = Effect.map(
  Effect.suspend(() => alertsOf()),
  (all) => all.map(inWords).sort()
)

/** Spends an amount in USD by a hold; without one if the budgets admit none any more. */
export const spend = (number: number, cost: number, options: Parameters<typeof anAdmission>[2] = {}) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const now = options.now ?? evening
    const answer = yield* admit(number, 0, options)
    if (answer._tag === "Admitted") yield* store.settle(named(number), costing(cost), now)
    else yield* store.recordUsage(usedAt(number, cost, now))
  })

/** A request that was made without a hold. Without a cost, its outcome is unknown. */
export const usedAt = (number: number, cost: number | null, at: number, now = at): UsageEntry => ({
  terms: someTerms(number, cost ?? 0),
  scopes: [key, space, whole].map((ref) => ({ ref, terms: unlimited, version: null })),
  settlement: { ...costing(0), cost: cost === null ? null : Usd.fromNumber(cost) },
  at,
  now
})
