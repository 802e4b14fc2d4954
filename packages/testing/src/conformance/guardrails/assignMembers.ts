import { reads } from "../answers.js"
import { asOther, get, post } from "../requests.js"
import type { Family } from "../Subject.js"
import { selecting, selections, similarIds } from "../selections.js"
import { assigned, assignedMembers, assignmentsOf, freshMembers as list } from "./assignees.js"
import { guardrailId, OWN, THEIRS } from "./guardrail.js"

const size = (id: string, total_count: number) => ({
  request: get(assignmentsOf(id, "members")),
  expect: reads({ total_count })
})

const moves: Family = ({ asks }) => [
  asks(
    "a member moves from another guardrail of the workspace",
    { path: assignmentsOf("{NEW_ID}", "members"), ...selecting(assignedMembers, assignedMembers.user) },
    assigned(1),
    {
      basis: "spec",
      setup: ["member-assigned"],
      before: [
        size(OWN, 1),
        { request: post("/guardrails", '{"name":"The other"}'), expect: { status: 201, save: { NEW_ID: "data.id" } } }
      ],
      follow: [size("{NEW_ID}", 1), size(OWN, 0)]
    }
  )
]

const untouched = { request: get(assignmentsOf(THEIRS, "members"), asOther), expect: reads({ total_count: 0 }) }

export const assignMembers = selections(
  "assignMembers",
  {
    ids: { ...guardrailId, untouched },
    list,
    setup: ["member-fresh"],
    counts: assigned,
    empty: ["guardrail-fresh"]
  },
  similarIds({ list, counts: assigned }),
  moves
)
