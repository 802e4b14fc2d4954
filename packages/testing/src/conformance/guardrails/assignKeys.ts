import { post } from "../requests.js"
import type { Family } from "../Subject.js"
import { selecting, selections } from "../selections.js"
import { assigned, assignedKeys, assignmentsOf, freshKeys as list } from "./assignees.js"
import { guardrailId, OWN } from "./guardrail.js"

const setup = ["key-fresh"] as const
const moved = selecting(assignedKeys, assignedKeys.user)

const skipped: Family = ({ asks }) => {
  const inWorkspace = post("/keys", '{"name":"Elsewhere","workspace_id":"{WORKSPACE_ID}"}')
  return [
    asks("management keys are skipped", selecting(list, "{MGMT_KEY_HASH}", list.user), assigned(1), {
      basis: "spec",
      setup
    }),
    asks("keys of another organization are skipped", selecting(list, "{OTHER_KEY_HASH}", list.user), assigned(1), {
      setup
    }),
    asks("keys of another workspace are skipped", selecting(list, "{NEW_HASH}", list.user), assigned(1), {
      basis: "spec",
      setup: [...setup, "workspace-fresh"],
      before: [{ request: inWorkspace, expect: { status: 201, save: { NEW_HASH: "data.hash" } } }]
    }),
    asks(
      "a key moves from another guardrail of the workspace",
      { path: assignmentsOf("{NEW_ID}", "keys"), ...moved },
      assigned(1),
      {
        basis: "spec",
        setup: ["key-assigned"],
        before: [
          {
            request: post("/guardrails", '{"name":"The other"}'),
            expect: { status: 201, save: { NEW_ID: "data.id" } }
          }
        ],
        follow: [{ request: post(assignmentsOf(OWN, "keys"), moved.body), expect: assigned(1) }]
      }
    )
  ]
}

export const assignKeys = selections(
  "assignKeys",
  { ids: guardrailId, list, setup, counts: assigned, empty: ["guardrail-fresh"] },
  skipped
)
