import { selecting } from "../families/userLists.js"
import { selections } from "../selections.js"
import { keys as list, unassigned } from "./assignees.js"
import { given, guardrailId } from "./guardrail.js"

export const unassignKeys = selections(
  "unassignKeys",
  {
    ids: guardrailId,
    list,
    given: (run) => given(run).own,
    fresh: async ({ made }) => {
      const { guardrail, hash } = await made.guardrailOfKey()
      return { own: guardrail, selected: hash }
    },
    counts: unassigned
  },
  ({ spares }) => [
    spares(
      "management keys and keys of another organization",
      ({ account }) => selecting(list, account.MGMT_KEY_HASH, account.OTHER_KEY_HASH),
      unassigned(0)
    )
  ]
)
