import * as Effect from "effect/Effect"
import type { ManagingPrincipal } from "../access/Caller.js"
import { OrganizationStore } from "./OrganizationStore.js"
import { requireOrganization } from "./requireOrganization.js"

/** The host process itself, acting for an organization in its owner's name. Only for code that is trusted. */
export const hostCaller = Effect.fnUntraced(function* (organizationId: string) {
  const organizations = yield* OrganizationStore
  const organization = yield* requireOrganization(organizationId, organizations.find)
  const host: ManagingPrincipal = {
    kind: "host",
    organizationId: organization.id,
    workspaceId: organization.default_workspace_id,
    userId: organization.owner_user_id,
    keyHash: null
  }
  return host
})
