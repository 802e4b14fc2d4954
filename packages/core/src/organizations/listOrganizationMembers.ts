import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { OrganizationStore } from "./OrganizationStore.js"

/** Returns one page of the organization's users, newest first. */
export const listOrganizationMembers = Effect.fnUntraced(function* (page: Page) {
  const { organizationId } = yield* ManagementCaller
  const organizations = yield* OrganizationStore
  return yield* organizations.listMembers(organizationId, page)
}, withSpan("organizations.listOrganizationMembers"))
