import * as Effect from "effect/Effect"
import type { ManagingPrincipal } from "../access/Caller.js"
import { OrganizationStore } from "./OrganizationStore.js"
import { requireOrganization } from "./requireOrganization.js"

/**
 * Returns the host itself as a caller that manages an organization in its owner's name. Use it only in trusted code.
 *
 * Fails with `OrganizationNotFound`.
 *
 * @example
 * import { createKey, hostCaller, ManagementCaller, type NewApiKey } from "@tollgate/core"
 * import { Effect } from "effect"
 *
 * export const createAsHost = (organizationId: string, input: NewApiKey) =>
 *   Effect.flatMap(hostCaller(organizationId), (host) =>
 *     Effect.provideService(createKey(input), ManagementCaller, host)
 *   )
 */
export const hostCaller = Effect.fnUntraced(function* (organizationId: string) {
  const organizations = yield* OrganizationStore
  const organization = yield* requireOrganization(organizationId, organizations.find)
  const host: ManagingPrincipal = {
    kind: "host",
    organizationId: organization.id,
    workspaceId: organization.default_workspace_id,
    userId: organization.owner_user_id,
    keyHash: null,
    isReadOnly: false
  }
  return host
})
