import * as Effect from "effect/Effect"
import { about } from "../ports/PendingEntry.js"
import { type Change, changeOwnRecord } from "../records/changeRecord.js"
import { organizationScope } from "../spending/model/Scope.js"
import { setThresholds } from "../spending/upkeep/pooledBudgets.js"
import type { Organization, OrganizationPatch } from "./Organization.js"
import { OrganizationStore } from "./OrganizationStore.js"

const rules = Effect.fnUntraced(function* ({ now, organizationId, patch }: Change<Organization, OrganizationPatch>) {
  yield* about({ object: organizationId })
  // Also if they are those of the record as it was read, which another change may have changed since.
  if (patch.alert_thresholds !== undefined) {
    yield* setThresholds(organizationScope(organizationId), patch.alert_thresholds, now)
  }
  return patch
})

/**
 * Changes the name of the caller's organization, the default limit of new keys, or the thresholds of its alerts, which the next act of each
 * process compares. Absent fields stay as they are. `findOrCreateOrganization` finds the organization by the name it was created with, whatever
 * its name is now.
 */
export const updateOrganization = changeOwnRecord("organizations.updateOrganization", OrganizationStore, rules)
