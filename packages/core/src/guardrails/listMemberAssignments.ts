import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import type { Page } from "../Page.js"
import { span } from "../span.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { ownGuardrail } from "./ownGuardrail.js"

/** One page of the members under a guardrail, the newest assignments first. */
export const listMemberAssignments = Effect.fnUntraced(function* (id: string, page: Page) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  return yield* ownGuardrail(id, (id) => guardrails.listMembers(organizationId, id, page))
}, span("guardrails.listMemberAssignments"))
