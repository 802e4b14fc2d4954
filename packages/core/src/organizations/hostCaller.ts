import * as Effect from "effect/Effect"
import { Caller } from "../Caller.js"
import { anyCase, OrganizationId } from "../Id.js"
import { named } from "../named.js"
import { OrganizationNotFound } from "./Organization.js"
import { OrganizationStore } from "./OrganizationStore.js"

const readId = named(anyCase(OrganizationId))

/** The host process itself, acting for an organization in its owner's name. Only for code that is trusted. */
export const hostCaller = Effect.fnUntraced(function* (organizationId: string) {
  const organizations = yield* OrganizationStore
  const organization = yield* readId(organizationId).pipe(
    Effect.flatMap(organizations.find),
    Effect.flatten,
    Effect.catchTag("NoSuchElementException", () => new OrganizationNotFound())
  )
  return Caller.of({
    kind: "host",
    organizationId: organization.id,
    workspaceId: organization.default_workspace_id,
    userId: organization.owner_user_id,
    keyHash: null
  })
})
