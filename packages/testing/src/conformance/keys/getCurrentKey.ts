import * as Schema from "effect/Schema"
import { is, reads, record, TIME } from "../Expectation.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { about, type Family } from "../Subject.js"

const kinds: Family = ({ test }) => [
  test("a management key reads itself", ({ account, api }) =>
    api.get(
      "/key",
      record({ hash: account.MGMT_KEY_HASH, is_management_key: true, limit: null, limit_remaining: null })
    )),
  test("an ordinary key reads itself", ({ account, api, run }) =>
    api.get("/key", record({ hash: account.PLAIN_KEY_HASH, is_management_key: false }), run.plain)),
  test("the other organization's management key reads itself", ({ account, api, run }) =>
    api.get("/key", record({ hash: new RegExp(`^(?!${account.MGMT_KEY_HASH})`) }), run.other))
]

const own = {
  scope: "key",
  window: "monthly",
  limit: 1_000_000,
  boost: 0,
  spent: Schema.Number,
  held: Schema.Number,
  unknown: Schema.Number,
  remaining: Schema.Number,
  resets_at: TIME
}
const ofWorkspace = { scope: "workspace", window: "monthly", remaining: Schema.Number, resets_at: TIME }

const budgets: Family = ({ test }) => [
  test("a limit is a budget, and of its workspace's an ordinary key learns what remains", async ({ run }) => {
    const { account, api, plain } = await run.isolated()
    await api.patch(`/keys/${account.PLAIN_KEY_HASH}`, { limit: 1_000_000, limit_reset: "monthly" }, is(200))
    await api.get("/key", reads({ "data.budgets": [own, ofWorkspace] }), plain)
  })
]

export const getCurrentKey = about("getCurrentKey", { expect: () => record() }, general, rateLimit, kinds, budgets)
