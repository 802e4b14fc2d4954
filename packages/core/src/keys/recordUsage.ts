import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { requireWriter } from "../access/ReadOnlyKey.js"
import { Transaction } from "../ports/Transaction.js"
import { withSpan } from "../runtime/withSpan.js"
import { newHoldId } from "../spending/admission/newHoldId.js"
import { chargedScopes } from "../spending/admission/readSpender.js"
import { countSpend } from "../spending/holds/countSpend.js"
import { bareCost, usageEntry } from "../spending/holds/usageEntry.js"
import { CostTooLarge } from "../spending/model/refusals.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import * as Usd from "../values/Usd.js"
import { show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import { usageOf } from "./readUsage.js"
import { requireKey } from "./requireKey.js"
import type { UsageInput } from "./UsageInput.js"

/**
 * Records what a key has spent, in one entry of the ledger for each kind of usage. It counts toward the budgets of the key, of
 * its user's guardrail, of its workspace and of its organization, even beyond a limit.
 *
 * Fails with `KeyNotFound`, with `ReadOnlyKey` if the caller has a read-only key, and with `CostTooLarge` if a counter has no room for the usage: nothing is recorded then.
 *
 * @example
 * import { type KeyHash, recordUsage, Usd } from "@tollgate/core"
 *
 * export const spend = (hash: KeyHash) => recordUsage(hash, { usage: Usd.fromNumber(0.25), byok_usage: Usd.zero })
 */
export const recordUsage = Effect.fnUntraced(function* (hash: string, { byok_usage, usage }: UsageInput) {
  const { organizationId } = yield* Effect.flatMap(ManagementCaller, requireWriter)
  const keys = yield* KeyStore
  const spending = yield* SpendingStore
  const transaction = yield* Transaction
  const now = yield* DateTime.now
  const [ownId, byokId] = [yield* newHoldId, yield* newHoldId]
  const find = Effect.suspend(() => requireKey(hash, (hash) => keys.find(organizationId, hash)))
  const before = yield* find
  const scopes = yield* chargedScopes(before)
  const entries = [
    { id: ownId, settlement: bareCost(usage, false) },
    { id: byokId, settlement: bareCost(byok_usage, true) }
  ]
    .filter(({ settlement }) => settlement.cost !== Usd.zero)
    .map((spent) => usageEntry(before, scopes, spent, now.epochMillis, now.epochMillis))
  const record = Effect.forEach(
    entries,
    (entry) =>
      Effect.filterOrFail(
        spending.recordUsage(entry),
        ({ _tag }) => _tag !== "TooLarge",
        () => new CostTooLarge()
      ),
    { discard: true }
  )
  // One entry is one act already.
  yield* entries.length > 1 ? transaction.run(record) : record
  for (const { settlement } of entries) yield* countSpend(settlement)
  return show(yield* find, yield* usageOf(before, now))
}, withSpan("keys.recordUsage"))
