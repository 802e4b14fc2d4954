import type { CaseRequest } from "../CaseRequest.js"
import { listing, type UserList } from "../families/userLists.js"
import { asManager, json } from "../requests.js"

/** A request that removes these members, a JSON document, from a guardrail. */
export const removal = (id: string, body: string, credential: CaseRequest["headers"] = asManager): CaseRequest => ({
  method: "POST",
  path: `/guardrails/${id}/assignments/members/remove`,
  headers: { ...credential, ...json },
  body
})

/** The list of members in assignments and removals. */
export const members: UserList = { name: "member_user_ids", user: "{MEMBER_USER_ID}", most: 1_000 }

export const ONE_MEMBER = listing(members, `["${members.user}"]`)
export const UNKNOWN_MEMBER = listing(members, '["no-such-user"]')
