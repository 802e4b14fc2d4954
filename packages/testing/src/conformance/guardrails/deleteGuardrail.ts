import { notFound } from "../answers.js"
import { deletions } from "../deletions.js"
import { asOther, post } from "../requests.js"
import type { Family } from "../Subject.js"
import { selecting } from "../selections.js"
import { assignedMembers, assignmentsOf, unassigned } from "./assignees.js"
import { guardrailId, OWN, THEIRS } from "./guardrail.js"

/** A request that removes a user from a guardrail. */
const removal = (id: string, user: string, credential?: typeof asOther) =>
  post(`${assignmentsOf(id, "members")}/remove`, selecting(assignedMembers, user).body, credential)

const members: Family = ({ request, succeeds }) => [
  succeeds(
    "its members no longer have it",
    {},
    {
      basis: "spec",
      follow: [
        { request: request(), expect: notFound },
        { request: removal(OWN, "no-such-user"), expect: notFound }
      ]
    }
  ),
  succeeds(
    "deleted with its members",
    {},
    { setup: ["member-assigned"], follow: [{ request: removal(OWN, assignedMembers.user), expect: notFound }] }
  )
]

const untouched = { request: removal(THEIRS, "no-such-user", asOther), expect: unassigned(0) }

export const deleteGuardrail = deletions(
  "deleteGuardrail",
  { ids: { ...guardrailId, untouched }, setup: ["guardrail-fresh"] },
  members
)
