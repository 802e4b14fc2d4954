import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Caller } from "../access/Caller.js"
import { lockKeyScope } from "../boosts/boostedScope.js"
import { InvalidCredential } from "../keys/InvalidCredential.js"
import { Transaction } from "../ports/Transaction.js"
import { Entropy } from "../runtime/Entropy.js"
import { withSpan } from "../runtime/withSpan.js"
import { type AlertRequest, alertId } from "../spending/model/AlertRecord.js"
import * as Day from "../spending/model/Day.js"
import type { Scope } from "../spending/model/Scope.js"
import { budgetOf } from "../spending/rules/budgets.js"
import { limitIn } from "../spending/rules/limits.js"
import { type ScopeOutcome, SpendingStore } from "../spending/store/SpendingStore.js"
import type { OrganizationId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import { BudgetRequestId, type BudgetRequestRecord, MoreRefused, type NewBudgetRequest } from "./BudgetRequest.js"
import { BudgetRequestStore } from "./BudgetRequestStore.js"
import { showOwnRequest } from "./showBudgetRequest.js"

/** How often a key may ask in a UTC day. */
const MOST_A_DAY = 10

/** The alert of a request for more, about the budget of its key. */
const alerting =
  (window: Day.Kind, request: AlertRequest) =>
  (scope: Scope, at: number): Either.Either<ScopeOutcome, MoreRefused> => {
    const [own, limit] = [scope.limits[window], limitIn(scope, window)]
    if (own === null || limit === null) return Either.left(new MoreRefused({ reason: "no_limit" }))
    if (own === 0n) return Either.left(new MoreRefused({ reason: "limit_is_zero" }))
    const { day, ref } = scope
    const { held, resets_at, spent, unknown } = budgetOf(scope, window, own)
    const kind = "request"
    const id = alertId({ ref, window, day, kind, of: request.id, limit })
    const ends = resets_at?.epochMillis ?? null
    const budget = { ref, window, threshold: null, limit, spent, held, unknown, resets_at: ends }
    return Either.right({ alerts: [{ id, kind, at, ...budget, request }] })
  }

/** Fails with `MoreRefused` if a key has a request that is open, or has made ten today. Call it under the lock of the key's scope. */
const requireTurn = Effect.fnUntraced(function* (organizationId: OrganizationId, key_hash: KeyHash, now: DateTime.Utc) {
  const requests = yield* BudgetRequestStore
  const open = yield* requests.list(organizationId, { limit: 1, offset: 0 }, { key_hash, state: "open" })
  if (open.total_count > 0) return yield* new MoreRefused({ reason: "request_open" })
  const { data } = yield* requests.list(organizationId, { limit: MOST_A_DAY, offset: 0 }, { key_hash })
  const today = Day.startOf(Day.of(now.epochMillis))
  const made = data.filter(({ created_at }) => created_at.epochMillis >= today)
  if (made.length >= MOST_A_DAY) return yield* new MoreRefused({ reason: "requests_spent" })
})

/**
 * Asks for more than the limit of the caller's key, in the window of the limit. A manager approves it, which raises the limit for a time, or
 * refuses it. A key has at most one open request, and may make ten in a UTC day. Each raises an alert.
 *
 * Fails with `MoreRefused` if the key has no limit, a limit of 0, an open request, or has asked ten times today, and for a management key; with
 * `InvalidCredential` for the host.
 */
export const createBudgetRequest = Effect.fnUntraced(function* ({ reason, usd }: NewBudgetRequest) {
  const { keyHash, organizationId: organization_id } = yield* Caller
  const requests = yield* BudgetRequestStore
  const store = yield* SpendingStore
  const { run } = yield* Transaction
  const id = BudgetRequestId.make(yield* Entropy.uuid)
  const now = yield* DateTime.now
  if (keyHash === null) return yield* new InvalidCredential()
  const created = yield* run(
    Effect.gen(function* () {
      const { key, ref, terms } = yield* lockKeyScope(organization_id, keyHash)
      if (key.is_management) return yield* new MoreRefused({ reason: "management_key" })
      const period = key.limit_reset ?? "lifetime"
      const judge = alerting(period, { id, usd, reason })
      // First: it locks the scope, also one that does not exist yet, so that of two requests one is judged by the other.
      yield* yield* store.changeScope({ ref, terms, now: now.epochMillis, judge })
      yield* requireTurn(organization_id, key.hash, now)
      const record: BudgetRequestRecord = {
        id,
        organization_id,
        key_hash: key.hash,
        user_id: key.creator_user_id,
        period,
        asked: usd,
        reason,
        state: "open",
        created_at: now,
        decided_at: null,
        decided_by: null,
        decision: null,
        boost_id: null,
        approved: null,
        until: null
      }
      yield* requests.insert(record)
      return record
    })
  ).pipe(Effect.catchTag("KeyNotFound", () => new InvalidCredential()))
  return showOwnRequest(created)
}, withSpan("requests.createBudgetRequest"))
