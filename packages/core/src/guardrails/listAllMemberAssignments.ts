import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { GuardrailStore } from "./GuardrailStore.js"

/** Returns one page of the members assigned to any guardrail of the organization, newest first. */
export const listAllMemberAssignments = Effect.fnUntraced(function* (page: Page) {
  const { organizationId } = yield* ManagementCaller
  return yield* (yield* GuardrailStore).listAllMembers(organizationId, page)
}, withSpan("guardrails.listAllMemberAssignments"))
