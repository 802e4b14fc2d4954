import * as Effect from "effect/Effect"
import { about } from "../ports/PendingEntry.js"
import { type Change, changeOwnRecord } from "../records/changeRecord.js"
import type { Organization, OrganizationPatch } from "./Organization.js"
import { OrganizationStore } from "./OrganizationStore.js"

const rules = ({ organizationId, patch }: Change<Organization, OrganizationPatch>) =>
  Effect.as(about({ object: organizationId }), patch)

/**
 * Changes the name of the caller's organization, or the default limit of new keys. Absent fields stay as they are.
 * `findOrCreateOrganization` finds the organization by the name it was created with, whatever its name is now.
 */
export const updateOrganization = changeOwnRecord("organizations.updateOrganization", OrganizationStore, rules)
