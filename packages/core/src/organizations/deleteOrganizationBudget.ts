import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { wakeQueue } from "../spending/admission/AdmissionQueue.js"
import { organizationScope } from "../spending/model/Scope.js"
import { deletePooledBudget } from "../spending/upkeep/pooledBudgets.js"
import type { Deleted } from "../values/Deleted.js"
import { OrganizationStore } from "./OrganizationStore.js"
import { requireOrganization } from "./requireOrganization.js"

/**
 * Removes the budget of an organization for an interval. The host calls it without a caller.
 *
 * Fails with `OrganizationNotFound` or `BudgetNotFound`.
 */
export const deleteOrganizationBudget = Effect.fnUntraced(
  function* (id: string, interval: string) {
    const organizations = yield* OrganizationStore
    const { run } = yield* Transaction
    const now = yield* DateTime.now
    const organizationId = yield* run(
      Effect.gen(function* () {
        const organization = yield* requireOrganization(id, organizations.find)
        yield* about({ organization_id: organization.id, object: organization.id })
        yield* deletePooledBudget(organizationScope(organization.id), interval, now)
        return organization.id
      })
    )
    yield* wakeQueue(organizationId)
    const deleted: Deleted = { deleted: true }
    return deleted
  },
  change("organizations.deleteOrganizationBudget", "interval")
)
