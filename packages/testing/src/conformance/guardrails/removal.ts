import type { CaseRequest } from "../Case.js"
import { asManager, json } from "../requests.js"

/** A request that removes these members, in a JSON document, from a guardrail. */
export const removal = (id: string, body: string, credential: CaseRequest["headers"] = asManager): CaseRequest => ({
  method: "POST",
  path: `/guardrails/${id}/assignments/members/remove`,
  headers: { ...credential, ...json },
  body
})

export const ONE_MEMBER = '{"member_user_ids":["{MEMBER_USER_ID}"]}'
export const NOBODY = '{"member_user_ids":["nobody"]}'
