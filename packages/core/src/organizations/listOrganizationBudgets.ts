import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import { organizationScope } from "../spending/model/Scope.js"
import { readPooledBudgets } from "../spending/upkeep/pooledBudgets.js"
import { OrganizationStore } from "./OrganizationStore.js"
import { requireOrganization } from "./requireOrganization.js"

/**
 * Returns the budgets of an organization, from the shortest interval to the longest. The host calls it without a caller.
 *
 * Fails with `OrganizationNotFound`.
 */
export const listOrganizationBudgets = Effect.fnUntraced(function* (id: string) {
  const organizations = yield* OrganizationStore
  const organization = yield* requireOrganization(id, organizations.find)
  return yield* readPooledBudgets(organizationScope(organization.id), yield* DateTime.now)
}, withSpan("organizations.listOrganizationBudgets"))
