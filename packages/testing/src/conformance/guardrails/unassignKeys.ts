import type { Family } from "../Subject.js"
import { selecting, selections } from "../selections.js"
import { assignedKeys as list, unassigned } from "./assignees.js"
import { guardrailId } from "./guardrail.js"

const skipped: Family = ({ spares }) => [
  spares(
    "management keys and keys of another organization",
    selecting(list, "{MGMT_KEY_HASH}", "{OTHER_KEY_HASH}"),
    unassigned(0)
  )
]

export const unassignKeys = selections(
  "unassignKeys",
  { ids: guardrailId, list, setup: ["key-assigned"], counts: unassigned },
  skipped
)
