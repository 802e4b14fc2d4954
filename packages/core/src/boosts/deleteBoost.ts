import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { lockScopes } from "../spending/admission/bumpVersions.js"
import type { Scope } from "../spending/model/Scope.js"
import { type ScopeOutcome, SpendingStore } from "../spending/store/SpendingStore.js"
import type { Deleted } from "../values/Deleted.js"
import { type BoostRecord, scopeOfBoost } from "./BoostRecord.js"
import { BoostStore } from "./BoostStore.js"
import { BoostNotFound, requireBoost } from "./BudgetBoost.js"

/** What a scope becomes without a boost. Of several that are alike, it does not matter which one goes. */
const withoutBoost =
  ({ amount, period, until }: BoostRecord) =>
  ({ boosts }: Scope): Either.Either<ScopeOutcome> => {
    const at = boosts.findIndex(
      ({ until: end, usd, window }) => window === period && usd === amount && end === until.epochMillis
    )
    return Either.right(at < 0 ? {} : { boosts: Arr.remove(boosts, at) })
  }

/**
 * Ends a boost now: the next admission in any process is judged without it. What was spent stays. The boost stays in the list, as `ended`.
 *
 * Fails with `BoostNotFound`, also for one that has ended.
 */
export const deleteBoost = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const boosts = yield* BoostStore
  const store = yield* SpendingStore
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  const boost = yield* requireBoost(id, (id) => boosts.find(organizationId, id))
  const ref = scopeOfBoost(boost)
  yield* run(
    Effect.gen(function* () {
      yield* about({ object: boost.id })
      const isEnded = yield* lockScopes([ref], boosts.end(organizationId, boost.id, now))
      if (!isEnded) return yield* BoostNotFound.of(boost.id)
      // The scope exists, because the boost was added to it.
      const judge = withoutBoost(boost)
      return yield* yield* store.changeScope({ ref, terms: null, now: now.epochMillis, judge })
    })
  )
  const deleted: Deleted = { deleted: true }
  return deleted
}, change("boosts.deleteBoost"))
