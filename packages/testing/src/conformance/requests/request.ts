import { conflict, TIME, UUID } from "../Expectation.js"
import { uuid } from "../Ids.js"
import type { Run } from "../Run.js"

/** The id of a request for more in a path. */
export const requestId = uuid(({ OTHER_GUARDRAIL_ID }) => OTHER_GUARDRAIL_ID)

/** A request of a key with 5 USD a day, for 3 USD. */
export const fresh = async ({ made }: Run) => {
  const { hash, key } = await made.key({ limit: 5, limit_reset: "daily" })
  return { own: await made.moreAsked(key), hash, key }
}

/** The refusal of a second decision. */
export const decided = conflict("request_decided")

/** The fields of an open request of `fresh`. */
export const asked = {
  ...{ id: UUID, window: "daily", usd: 3, reason: "A test", state: "open", created_at: TIME },
  ...{ decided_at: null, decision: null, approved_usd: null, until: null }
}
