import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import type { Page } from "../Page.js"
import { span } from "../span.js"
import { GuardrailStore } from "./GuardrailStore.js"

/** One page of the organization's guardrails, newest first. */
export const listGuardrails = Effect.fnUntraced(function* (page: Page) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  return yield* guardrails.list(organizationId, page)
}, span("guardrails.listGuardrails"))
