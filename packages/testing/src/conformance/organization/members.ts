import { refusedFor } from "../Expectation.js"
import type { Ids } from "../Ids.js"

/** The id of a user in a path. Any text of a user's id is well formed. */
export const memberId: Ids = {
  theirs: ({ OTHER_MEMBER_USER_ID }) => OTHER_MEMBER_USER_ID,
  unknownId: "no-such-user"
}

export const MEMBERS = "/organization/members"

/** The refusal of a change that would take the last admin; the issue names this field. */
export const lastAdmin = (field: string) => refusedFor("last_admin", field)
