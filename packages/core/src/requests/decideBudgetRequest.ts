import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { OrganizationId } from "../values/Id.js"
import { BudgetRequestDecided, type BudgetRequestRecord, requireBudgetRequest } from "./BudgetRequest.js"
import { BudgetRequestStore } from "./BudgetRequestStore.js"

const requireOpen = (record: BudgetRequestRecord) => {
  const { decided_at, state } = record
  return state === "open"
    ? Effect.succeed(record)
    : Effect.fail(new BudgetRequestDecided({ decided: state, decided_at }))
}

/** Finds a request that is open, without a lock: the scope of its key is locked first. Fails with `BudgetRequestDecided` or `BudgetRequestNotFound`. */
export const findOpenRequest = Effect.fnUntraced(function* (organizationId: OrganizationId, id: string) {
  const requests = yield* BudgetRequestStore
  const found = yield* requireBudgetRequest(id, (id) => Effect.map(requests.findMany(organizationId, [id]), Arr.head))
  return yield* requireOpen(found)
})

/** The same in the transaction that decides it, which holds its lock from then on: of two decisions, one is made. */
export const lockOpenRequest = Effect.fnUntraced(function* (organizationId: OrganizationId, id: string) {
  const requests = yield* BudgetRequestStore
  return yield* requireOpen(yield* requireBudgetRequest(id, (id) => requests.find(organizationId, id)))
})

type Decision = Pick<BudgetRequestRecord, "state" | "decided_at" | "decided_by" | "decision"> &
  Partial<Pick<BudgetRequestRecord, "boost_id" | "approved" | "until">>

/** Stores a decision, and returns the request. */
export const decide = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { id }: BudgetRequestRecord,
  decision: Decision
) {
  const requests = yield* BudgetRequestStore
  return yield* requireBudgetRequest(id, (id) => requests.update(organizationId, id, decision))
})
