import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import type { Page } from "../Page.js"
import { span } from "../span.js"
import { OrganizationStore } from "./OrganizationStore.js"

/** One page of the organization's users, newest first. */
export const listOrganizationMembers = Effect.fnUntraced(function* (page: Page) {
  const { organizationId } = yield* ManagementCaller
  const organizations = yield* OrganizationStore
  return yield* organizations.listMembers(organizationId, page)
}, span("organizations.listOrganizationMembers"))
