import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { ByokCredentialPage } from "./ByokCredential.js"
import { ByokStore } from "./ByokStore.js"

/** One page of the organization's credentials, by provider, then by `sort_order`; optionally of one workspace or provider. */
export const listByokCredentials = Effect.fnUntraced(function* ({
  provider,
  workspace_id,
  ...page
}: ByokCredentialPage) {
  const { organizationId } = yield* ManagementCaller
  const credentials = yield* ByokStore
  return yield* credentials.list(organizationId, page, { workspace_id, provider })
}, withSpan("byok.listByokCredentials"))
