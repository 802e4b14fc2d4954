import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { GuardrailStore } from "./GuardrailStore.js"

/** One page of the organization's guardrails, newest first. */
export const listGuardrails = Effect.fnUntraced(function* (page: Page) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  return yield* guardrails.list(organizationId, page)
}, withSpan("guardrails.listGuardrails"))
