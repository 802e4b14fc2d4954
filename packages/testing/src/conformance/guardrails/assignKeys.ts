import { selecting } from "../families/userLists.js"
import type { Cases } from "../Subject.js"
import { type Selected, selections } from "../selections.js"
import { assigned, keys as list } from "./assignees.js"
import { assignmentsOf, given, guardrailId } from "./guardrail.js"

const skipped: Cases<Selected> = ({ test }) => [
  test("management keys are skipped", ({ account, ask, of }) =>
    ask(selecting(list, account.MGMT_KEY_HASH, of.selected), assigned(1))),
  test("keys of another organization are skipped", ({ account, ask, of }) =>
    ask(selecting(list, account.OTHER_KEY_HASH, of.selected), assigned(1))),
  test("keys of another workspace are skipped", async ({ ask, made, of }) => {
    const { hash } = await made.key({ workspace_id: await made.workspace() })
    await ask(selecting(list, hash, of.selected), assigned(1))
  }),
  test("a key moves from another guardrail of the workspace", async ({ api, made }) => {
    const { guardrail, hash } = await made.guardrailOfKey()
    const other = await made.guardrail({ name: "The other" })
    await api.post(assignmentsOf(other, "keys"), { key_hashes: [hash] }, assigned(1))
    await api.post(assignmentsOf(guardrail, "keys"), { key_hashes: [hash] }, assigned(1))
  })
]

export const assignKeys = selections(
  "assignKeys",
  {
    ids: guardrailId,
    list,
    given: (run) => given(run).own,
    fresh: async ({ made }) => ({ own: await made.guardrail(), selected: (await made.key()).hash }),
    counts: assigned,
    listed: (own) => assignmentsOf(own, "keys")
  },
  skipped
)
