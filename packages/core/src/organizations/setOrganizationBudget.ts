import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { wakeQueue } from "../spending/admission/AdmissionQueue.js"
import { type NewPooledBudget, requireInterval } from "../spending/model/PooledBudget.js"
import { organizationScope } from "../spending/model/Scope.js"
import { setPooledBudget } from "../spending/upkeep/pooledBudgets.js"
import { OrganizationStore } from "./OrganizationStore.js"
import { requireOrganization } from "./requireOrganization.js"

/**
 * Sets what all keys of an organization may spend together in an interval: `daily`, `weekly`, `monthly` or `lifetime`. What they
 * have spent in the current interval counts, also from before the budget was set. It acts on the next admission in every process.
 * The host calls it without a caller: no key of the organization can change its budgets.
 *
 * Fails with `OrganizationNotFound`, with `BudgetOutOfOrder` if the limit is not above those of the shorter intervals and below
 * those of the longer ones, or with `InvalidInput` for another interval.
 *
 * @example
 * import { type OrganizationId, setOrganizationBudget, Usd } from "@tollgate/core"
 *
 * export const limit = (id: OrganizationId) =>
 *   setOrganizationBudget(id, "monthly", { limit_usd: Usd.fromNumber(5_000) })
 */
export const setOrganizationBudget = Effect.fnUntraced(
  function* (id: string, interval: string, { limit_usd }: NewPooledBudget) {
    const organizations = yield* OrganizationStore
    const { run } = yield* Transaction
    const now = yield* DateTime.now
    const named = yield* requireInterval(interval)
    const set = yield* run(
      Effect.gen(function* () {
        const organization = yield* requireOrganization(id, organizations.find)
        yield* about({ organization_id: organization.id, object: organization.id })
        const budget = yield* setPooledBudget(organizationScope(organization.id), named, limit_usd, now)
        return { organizationId: organization.id, budget }
      })
    )
    yield* wakeQueue(set.organizationId)
    return set.budget
  },
  change("organizations.setOrganizationBudget", "interval")
)
