import * as Schema from "effect/Schema"
import { part } from "../Api.js"
import type { Target } from "../Change.js"
import { badRequest, is, newRecord, reads } from "../Expectation.js"
import { choices, words } from "../families/choices.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { freshName } from "../Made.js"
import { body } from "../Sent.js"
import { about, asking, type Cases, sparing, supplied } from "../Subject.js"

interface User extends Target {
  readonly user_id: string
}

const emptyUser = '{"user_id":"","role":"member"}'
const listed = ({ user_id }: User) => reads({ "data.0.user_id": user_id, "data.0.role": "member" })
const NEWEST = "/organization/members?limit=1"
const DEFAULT = "/workspaces/default/members?limit=1"
const Total = Schema.Struct({ total_count: Schema.Int })

const joining: Cases<User> = ({ refuses, test }) => [
  test("the user is listed", async ({ api, of, succeed }) => {
    await succeed()
    await api.get(NEWEST, listed(of))
  }),
  test("the user is also in the default workspace", async ({ api, of, succeed }) => {
    const { total_count } = part(await api.get(DEFAULT, is(200)), Total)
    await succeed()
    await api.get(`${DEFAULT}&offset=${total_count}`, reads({ "data.0.user_id": of.user_id }))
  }),
  test("without a role, a member", ({ ask, of }) =>
    ask(body({ user_id: of.user_id }), newRecord({ ...of, role: "member" }))),
  test("a user who is already a member, whatever the role", async ({ api, ask, of, succeed }) => {
    await succeed()
    await ask(body({ ...of, role: "admin" }), badRequest)
    await api.get(NEWEST, listed(of))
  }),
  test("of concurrent additions, one succeeds", ({ api, good, request }) =>
    api.together(10, request(good), is(201), { 201: 1, 400: 9 })),
  test("each organization has its own users", async ({ by, run, succeed }) => {
    await succeed()
    await succeed(by(run.other))
  }),
  refuses("no user", { body: '{"role":"member"}' }, badRequest)
]

export const addOrganizationMember = about<User>(
  "addOrganizationMember",
  {
    given: () => ({ user_id: "" }),
    fresh: async () => ({ user_id: freshName() }),
    body: ({ user_id }) => JSON.stringify({ user_id, role: "member" }),
    expect: ({ user_id }) => newRecord({ user_id, role: "member" }),
    shows: (fields, { user_id }) => newRecord({ user_id, ...fields }),
    invalid: { body: emptyUser }
  },
  sparing(general),
  sparing(badTexts("user_id")),
  wrongTypes("user_id", '"x"', '"null"'),
  supplied(choices("role", '"admin"', '"member"')),
  sparing(words("role", "admin", "member"), wrongTypes("role", '"member"')),
  unknownFields({ name: '"x"', workspace_id: JSON.stringify(UNKNOWN_UUID) }, "user_id", "role"),
  asking({ body: () => emptyUser, expect: () => badRequest }, rateLimit),
  joining
)
