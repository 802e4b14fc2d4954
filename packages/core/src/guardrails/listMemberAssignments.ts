import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { requireGuardrail } from "./requireGuardrail.js"

/** One page of the members under a guardrail, the newest assignments first. */
export const listMemberAssignments = Effect.fnUntraced(function* (id: string, page: Page) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  return yield* requireGuardrail(id, (id) => guardrails.listMembers(organizationId, id, page))
}, withSpan("guardrails.listMemberAssignments"))
