import { each, is, NOTHING, reads, within } from "../Expectation.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { querying } from "../Given.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { lists } from "../lists.js"
import { newHoldId } from "../Made.js"
import type { Family } from "../Subject.js"

const used: Family = ({ asks, test }) => [
  test("a key, by what is spent and unknown of its limit", async ({ api, made, run }) => {
    const { hash, key, workspace } = await made.spender(0.5)
    const path = `/budgets?workspace_id=${workspace}`
    const of = { scope: "key", id: hash, name: "Temporary", key_hash: hash, user_id: null, workspace_id: workspace }
    const budget = { ...of, window: "lifetime", limit: 0.5, resets_at: null }
    const reading = (fields: Readonly<Record<string, unknown>>) =>
      reads({ total_count: 1, ...within("data.0", { ...budget, ...fields }) })
    await api.get(path, reading({ spent: 0, held: 0, unknown: 0, remaining: 0.5, share: 0 }))
    const hold = { id: newHoldId(), key, amount: 0.25, models: ["acme/writer"] }
    await api.post("/holds", hold, is(201), run.gateway)
    await api.get(path, reading({ spent: 0, held: 0.25, unknown: 0, remaining: 0.25, share: 0 }))
    await api.get(`${path}&above=0.1`, NOTHING)
    await api.post(`/holds/${hold.id}/unknown`, undefined, is(200), run.gateway)
    await api.get(`${path}&above=0.5`, reading({ spent: 0, held: 0, unknown: 0.25, remaining: 0.25, share: 0.5 }))
    await api.get(`${path}&above=0.51`, NOTHING)
  }),
  test("those of a guardrail, for a key and for a member", async ({ api, made }) => {
    const { hash, workspace } = await made.spender()
    const guardrail = await made.guardrail({ workspace_id: workspace, limit_usd: 0, reset_interval: "daily" })
    await api.post(`/guardrails/${guardrail}/assignments/keys`, { key_hashes: [hash] }, is(200))
    const path = `/budgets?workspace_id=${workspace}&above=1`
    const budget = { scope: "guardrail_key", id: guardrail, key_hash: hash, user_id: null, window: "daily", share: 1 }
    await api.get(path, reads({ total_count: 1, ...within("data.0", budget) }))
    const user = await made.member()
    await api.post(`/guardrails/${guardrail}/assignments/members`, { member_user_ids: [user] }, is(200))
    const ofMember = { scope: "guardrail_member", id: guardrail, key_hash: null, user_id: user, share: 1 }
    await api.get(`${path}&scope=guardrail_member`, reads({ total_count: 1, ...within("data.0", ofMember) }))
  }),
  test("only those of a scope", async ({ api }) => {
    await api.get("/budgets?scope=key&limit=5", each({ scope: "key" }))
  }),
  asks("none of an unknown workspace", querying(`workspace_id=${UNKNOWN_UUID}`), NOTHING),
  asks("none above a share that no budget has", querying("above=999.5"), NOTHING)
]

export const listBudgets = lists(
  "listBudgets",
  { page: page("-share") },
  filters("workspace_id", UNKNOWN_UUID),
  filters("scope", "key", "KEY", "run_", "gateway"),
  filters("above", "0.8", "-0.1", ".8", "1e1", "0x1", "1001", "Infinity", "0,8", "80%25"),
  used
)
