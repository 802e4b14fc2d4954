import * as Schema from "effect/Schema"
import type { Target } from "../Change.js"
import { badRequest, is, NOTHING, ok } from "../Expectation.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { type Given, querying } from "../Given.js"
import { lists } from "../lists.js"
import type { HoldOf } from "../Made.js"
import { bearer } from "../Sent.js"
import type { Family } from "../Subject.js"

const day = /^\d{4}-\d\d-\d\d$/
const amounts = { requests: 1, cost: 0.125, byok_cost: 0, unknown: 0, input_tokens: 0, output_tokens: 0 }

/** A key whose only request has been settled. */
const settled = async ({ api, made, run }: Given<Target>): Promise<HoldOf> => {
  const alone = await made.holdAlone()
  const cost = { cost: 0.125, credential_id: null, basis: "provider" }
  await api.post(`/holds/${alone.hold}/settle`, cost, is(200), run.gateway)
  return alone
}

const one = (row: object) => ok({ data: [row], total_count: 1 })

const groups: Family = ({ test }) => [
  test("an ordinary key sees its own requests, by day", async (given) => {
    const { key } = await settled(given)
    await given.api.get("/activity", one({ day, ...amounts }), bearer(key))
  }),
  test("in every group", async (given) => {
    const { hash, key, workspace } = await settled(given)
    const row = {
      ...{ day, model: "acme/writer", provider: null, key: hash, key_name: "Temporary", user: Schema.String },
      ...{ workspace, workspace_name: Schema.String, basis: "provider", labels: { team: null }, ...amounts }
    }
    const query = "group_by=day,model,provider,key,user,workspace,basis,label:team"
    await given.api.get(`/activity?${query}`, one(row), bearer(key))
  }),
  test("an unknown outcome counts with its amount", async ({ api, made, run }) => {
    const { hold, key } = await made.holdAlone()
    await api.post(`/holds/${hold}/unknown`, undefined, is(200), run.gateway)
    const row = { model: "acme/writer", ...amounts, cost: 0, unknown: 0.25 }
    await api.get("/activity?group_by=model", one(row), bearer(key))
  }),
  test("an open hold is no part of it", async ({ api, made }) => {
    const { key } = await made.holdAlone()
    await api.get("/activity", NOTHING, bearer(key))
  }),
  test("nothing on other days", async (given) => {
    const { key } = await settled(given)
    await given.api.get("/activity?from=2020-01-01&to=2020-12-31", NOTHING, bearer(key))
  })
]

/** A filter by a value that the only request of a key has, and one by others. Each stands in the path as it is. */
const only: Family = ({ test }) => [
  ...(["key", "model", "provider", "user", "workspace"] as const).map((name) =>
    test(`${name}: only requests that have one of the values`, async (given) => {
      const { hash, workspace } = await settled(given)
      const has = { key: hash, model: "acme%2Fwriter", provider: "none", user: undefined, workspace }
      const hasNot = {
        key: "0".repeat(64),
        model: "none,acme%2Fother%5C%2C2",
        provider: "openai,acme",
        user: "nobody-1,nobody-2",
        workspace: "00000000-0000-4000-8000-000000000000"
      }
      const others = has[name] === undefined ? "" : `&${name}=${has[name]}`
      const ofKey = `/activity?key=${hash}&workspace=${workspace}`
      if (name !== "key" && name !== "workspace") {
        await given.api.get(`${ofKey}${others}`, one({ day, ...amounts }))
        await given.api.get(`${ofKey}&${name}=${hasNot[name]}`, NOTHING)
        return
      }
      const rest = name === "key" ? `workspace=${workspace}` : `key=${hash}`
      await given.api.get(`/activity?${rest}&${name}=${has[name]},${hasNot[name]}`, one({ day, ...amounts }))
      await given.api.get(`/activity?${rest}&${name}=${hasNot[name]}`, NOTHING)
    })
  ),
  test("an ordinary key sees its own requests among those of several keys, and none of another key", async (given) => {
    const [{ hash, key }, other] = [await settled(given), await settled(given)]
    await given.api.get(`/activity?key=${hash},${other.hash}`, one({ day, ...amounts }), bearer(key))
    await given.api.get(`/activity?key=${other.hash}`, NOTHING, bearer(key))
  })
]

const csv: Family = ({ test }) => [
  test("as CSV, in which no text is a formula", async (given) => {
    const { hash, key } = await settled(given)
    const head = "key,key_name,label:team,requests,cost,byok_cost,unknown,input_tokens,output_tokens"
    await given.api.get(
      "/activity?group_by=key,label:team",
      {
        status: 200,
        headers: { "content-type": /^text\/csv/, vary: /Accept/ },
        text: `${head}\r\n${hash},Temporary,,1,0.125,0,0,0,0\r\n`
      },
      { ...bearer(key), Accept: "text/csv" }
    )
  })
]

const invalid = [
  "from=2026-05-02&to=2026-05-01",
  "from=2025-01-01&to=2026-01-02",
  "from=9999-12-31",
  "group_by=",
  "group_by=day,day",
  "group_by=day,",
  "group_by=team",
  "group_by=label:",
  "group_by=label:Team",
  ...["model", "user", "provider"].flatMap((name) => [
    name,
    `${name}=`,
    `${name}=a,`,
    `${name}=a,a`,
    `${name}=a&${name}=b`
  ]),
  `model=${Array.from({ length: 11 }, (_, number) => number)}`,
  `user=${"a".repeat(256)}`,
  "user=none",
  "provider=OpenAI"
]

const ten = "%5Cnone,a%5C,b,0,1,2,3,4,5,6,7"

const days: Family = ({ refuses, succeeds, test }) => [
  ...invalid.map((query) => refuses(`not ${query}`, querying(query), badRequest)),
  ...["group_by", "model", "user", "provider"].map((name) =>
    succeeds(`${name}: null counts as omitted`, querying(`${name}=null`))
  ),
  test("model: ten values, of which one has a comma and one is named none", async ({ api }) => {
    await api.get(`/activity?model=${ten}`, NOTHING)
  })
]

const hash = "0".repeat(64)
const id = "00000000-0000-4000-8000-000000000000"

export const listActivity = lists(
  "listActivity",
  { page: page("-day"), standard: 100 },
  filters("from", "2026-05-01", "2026-13-01", "2026-02-30", "26-05-01", "2026-05-01T00:00:00Z"),
  filters("to", "9999-12-31", "2026-5-1", "today"),
  filters("key", hash, hash.slice(1), `${hash},`, `${hash},${hash}`, "A".repeat(64), "none"),
  filters("workspace", id, id.slice(1), `${id},${id}`, "none"),
  days,
  groups,
  only,
  csv
)
