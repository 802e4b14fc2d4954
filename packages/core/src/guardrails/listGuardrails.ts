import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { PageInWorkspace } from "../values/PageInWorkspace.js"
import { GuardrailStore } from "./GuardrailStore.js"

/** Returns one page of the organization's guardrails, or of one workspace's, newest first. */
export const listGuardrails = Effect.fnUntraced(function* ({ workspace_id, ...page }: PageInWorkspace) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  return yield* guardrails.list(organizationId, page, { workspace_id })
}, withSpan("guardrails.listGuardrails"))
