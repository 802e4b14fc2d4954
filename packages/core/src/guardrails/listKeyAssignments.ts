import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { requireGuardrail } from "./requireGuardrail.js"

/** Returns one page of the API keys assigned to a guardrail, newest first. Fails with `GuardrailNotFound`. */
export const listKeyAssignments = Effect.fnUntraced(function* (id: string, page: Page) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  return yield* requireGuardrail(id, (id) => guardrails.listKeys(organizationId, id, page))
}, withSpan("guardrails.listKeyAssignments"))
