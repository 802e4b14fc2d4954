import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { manager } from "../Caller.js"
import { ownWorkspace } from "../workspaces/ownWorkspace.js"
import { ExpiryInThePast, type NewKey } from "./ApiKey.js"
import { show } from "./KeyRecord.js"
import { mintKey } from "./mintKey.js"

/** Creates a key in a workspace of the caller's organization. The secret is shown in this answer and never again. */
export const createKey = Effect.fn("keys.createKey")(function* (input: NewKey) {
  const caller = yield* manager
  const now = yield* DateTime.now
  if (input.expires_at !== null && DateTime.lessThanOrEqualTo(input.expires_at, now)) {
    return yield* new ExpiryInThePast()
  }
  const { record, secret } = yield* mintKey({
    organization_id: caller.organizationId,
    workspace_id: yield* ownWorkspace(input.workspace_id),
    creator_user_id: input.creator_user_id ?? caller.userId,
    is_management: input.management,
    name: input.name,
    limit: input.limit,
    limit_reset: input.limit_reset,
    include_byok_in_limit: input.include_byok_in_limit,
    expires_at: input.expires_at
  })
  return { data: show(record, now), key: secret }
})
