import { badRequest } from "../answers.js"
import type { Expectation, Step } from "../Case.js"
import type { Ids } from "../Ids.js"
import { get } from "../requests.js"

/** The id of a user in a path. Any text of a user's id is well formed. */
export const memberId = (own: string): Ids => ({ own, theirs: "{OTHER_MEMBER_USER_ID}", unknownId: "no-such-user" })

export const membersPath = "/organization/members"

/** The refusal of a change that would take the last admin; the issue names this field. */
export const lastAdmin = (field: string): Expectation => ({
  ...badRequest,
  json: { "error.metadata.reason": "last_admin", "error.metadata.issues.0.path": [field] }
})

/** Saves who owns the organization, its only admin. */
export const ownerKnown: Step = {
  request: get("/workspaces/default"),
  expect: { status: 200, save: { OWNER: "data.created_by" } }
}
