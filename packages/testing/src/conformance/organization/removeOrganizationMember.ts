import * as Schema from "effect/Schema"
import { part } from "../Api.js"
import type { Identified } from "../Change.js"
import { deletions } from "../deletions.js"
import { invalidCredential, is, ok, reads, rowsOf } from "../Expectation.js"
import { bearer } from "../Sent.js"
import type { Cases } from "../Subject.js"
import { lastAdmin, MEMBERS, memberId } from "./members.js"

const removed = (disabled_keys: number) => ok({ deleted: true, disabled_keys })
const Total = Schema.Struct({ total_count: Schema.Int })
const DEFAULT = "/workspaces/default/members?limit=1"

const leaving: Cases<Identified> = ({ testIdle, test }) => [
  test("the keys of the user are disabled", async ({ api, made, own, path }) => {
    const { hash, key } = await made.key({ creator_user_id: own })
    await api.get("/key", is(200), bearer(key))
    await api.delete(path, removed(1))
    await api.get("/key", invalidCredential, bearer(key))
    await api.get(`/keys/${hash}`, reads({ "data.disabled": true, "data.creator_user_id": own }))
  }),
  test("the user is in no workspace any more", async ({ api, own, path }) => {
    const { total_count } = part(await api.get(DEFAULT, is(200)), Total)
    await api.get(`${DEFAULT}&offset=${total_count - 1}`, reads({ "data.0.user_id": own }))
    await api.delete(path, removed(0))
    await api.get(`${DEFAULT}&offset=${total_count - 1}`, {
      status: 200,
      check: (body) => (JSON.stringify(rowsOf(body)).includes(own) ? ["the user is still a member"] : [])
    })
  }),
  testIdle("the last admin is not removed", async ({ run }) => {
    const { api, made } = await run.isolated()
    const { owner } = await made.defaultWorkspace()
    await api.delete(`${MEMBERS}/${owner}`, lastAdmin("user_id"))
    await api.get(`${MEMBERS}?limit=1`, is(200))
  })
]

export const removeOrganizationMember = deletions(
  "removeOrganizationMember",
  {
    ids: memberId,
    fresh: async ({ made }) => ({ own: (await made.guardrailOfMember()).user }),
    answer: removed(0)
  },
  leaving
)
