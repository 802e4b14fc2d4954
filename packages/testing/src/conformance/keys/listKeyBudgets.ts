import * as Schema from "effect/Schema"
import { is, ok, reads, TIME } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { hash } from "../Ids.js"
import { about, type Family } from "../Subject.js"
import { given } from "./apiKey.js"

/** Any list of budgets, as it must be whatever the contract's own schema says. */
const anyBudgets = ok({
  data: Schema.Array(
    Schema.Struct({
      scope: Schema.Literal("key", "guardrail_key", "guardrail_member", "workspace", "organization"),
      id: Schema.String,
      name: Schema.NullOr(Schema.String),
      window: Schema.Literal("lifetime", "daily", "weekly", "monthly"),
      limit: Schema.Number,
      boost: Schema.Number,
      spent: Schema.Number,
      held: Schema.Number,
      unknown: Schema.Number,
      remaining: Schema.Number,
      resets_at: Schema.NullOr(Schema.String.pipe(Schema.pattern(TIME)))
    })
  )
})

const unspent = { boost: 0, spent: 0, held: 0, unknown: 0 }

const rows: Family = ({ test }) => [
  test("a key without a limit has those of its workspace alone", async ({ api, made }) => {
    const workspace_id = await made.workspace()
    const { hash } = await made.key({ workspace_id, limit: null })
    await api.get(`/keys/${hash}/budgets`, ok({ data: [] }))
    await api.put(`/workspaces/${workspace_id}/budgets/monthly`, { limit_usd: 50 }, is(200))
    const monthly = { ...unspent, scope: "workspace", window: "monthly", limit: 50, remaining: 50, resets_at: TIME }
    await api.get(`/keys/${hash}/budgets`, ok({ data: [{ ...monthly, id: workspace_id, name: Schema.String }] }))
  }),
  test("from the narrowest to the widest, each with the name of what has it", async ({ api, made }) => {
    const workspace_id = await made.workspace()
    const { hash } = await made.key({ name: "Build server", workspace_id, limit: 5, limit_reset: "daily" })
    await api.put(`/workspaces/${workspace_id}/budgets/lifetime`, { limit_usd: 50 }, is(200))
    const own = { ...unspent, scope: "key", window: "daily", limit: 5, remaining: 5, resets_at: TIME }
    await api.get(
      `/keys/${hash}/budgets`,
      reads({
        "data.length": 2,
        "data.0": { ...own, id: hash, name: "Build server" },
        "data.1.scope": "workspace",
        "data.1.id": workspace_id,
        "data.1.resets_at": null
      })
    )
  })
]

export const listKeyBudgets = about(
  "listKeyBudgets",
  { ids: hash, given, expect: () => anyBudgets },
  general,
  ids,
  rateLimit,
  rows
)
