import type { Account } from "../Account.js"
import { part } from "../Api.js"
import type { Target } from "../Change.js"
import { badRequest, conflict, is, reads, refusedFor } from "../Expectation.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { unknownFields } from "../families/unknownFields.js"
import type { Given } from "../Given.js"
import { freshName, WithId } from "../Made.js"
import { about, type Family } from "../Subject.js"
import { budgets } from "./authorizeBudgets.js"
import { inFlight } from "./authorizeInFlight.js"
import { policies } from "./authorizePolicies.js"
import { runs } from "./authorizeRuns.js"
import { act, keyRefused, unpriced } from "./hold.js"
import { admitted, newHold } from "./newHold.js"

const refusedKeys: Readonly<Record<string, (account: Account) => string>> = {
  unknown: ({ PLAIN_KEY }) => PLAIN_KEY.slice(0, -1) + (PLAIN_KEY.endsWith("A") ? "B" : "A"),
  disabled: ({ DISABLED_KEY }) => DISABLED_KEY,
  expired: ({ EXPIRED_KEY }) => EXPIRED_KEY,
  management: ({ MGMT_KEY }) => MGMT_KEY,
  gateway: ({ GATEWAY_KEY }) => GATEWAY_KEY
}

const keys: Family = ({ refuses }) => [
  ...Object.entries(refusedKeys).map(([state, keyOf]) =>
    refuses(
      `key: ${state}`,
      ({ account }) => newHold(account, { key: keyOf(account) }),
      ({ account }) => ({ ...keyRefused(state), absent: [keyOf(account)] })
    )
  ),
  refuses("key: a text that is no key", ({ account }) => newHold(account, { key: "x" }), keyRefused("unknown")),
  refuses(
    "key: of another organization",
    ({ account }) => newHold(account, { key: account.OTHER_PLAIN_KEY }),
    keyRefused("unknown")
  )
]

const every = {
  amount: 0.001,
  models: ["acme/writer", "acme/reader"],
  provider: "openai",
  instance: "gateway-1",
  labels: { team: "docs" }
}

const terms: Family = ({ asks, test, refuses }) => [
  refuses(
    "only the organization's credentials, of which none serves the provider",
    ({ account }) => newHold(account, { credential: "byok", provider: "akashml" }),
    { ...badRequest, json: { "error.metadata.issues.0.path": ["credential"] } }
  ),
  test("the gateway's own credential, also where the workspace stores one: stored ones must be asked for", async ({
    account,
    ask,
    made
  }) => {
    const { key } = await made.credentialedHold()
    const own = [{ id: null, provider: null, name: null, label: null }]
    await ask(newHold(account, { key }), {
      status: 201,
      json: { "data.is_byok": false, plan: { credentials: own, left_out: [] } }
    })
  }),
  asks(
    "one model",
    ({ account }) => newHold(account, { models: undefined, model: "acme/writer" }),
    admitted({ models: ["acme/writer"] })
  ),
  asks(
    "a tool as a model",
    ({ account }) => newHold(account, { models: ["tool:search/web"] }),
    admitted({ models: ["tool:search/web"] })
  ),
  asks("an amount without a model", ({ account }) => newHold(account, { models: undefined }), admitted({ models: [] })),
  asks(
    "every field",
    ({ account }) => newHold(account, { ...every, credential: "own", zdr: true, lease_seconds: 60 }),
    admitted({ ...every, is_byok: false, sent_at: null, ended_at: null, flags: [] })
  ),
  asks(
    "another user of the organization",
    ({ account }) => newHold(account, { user_id: account.MEMBER_USER_ID }),
    ({ account }) => admitted({ user_id: account.MEMBER_USER_ID })
  ),
  refuses(
    "a user who is not in the organization",
    ({ account }) => newHold(account, { user_id: "nobody@elsewhere.example" }),
    refusedFor("user_not_in_organization")
  ),
  test("a dry run sets nothing aside", async ({ account, api, ask, run }) => {
    const instance = freshName()
    await ask(newHold(account, { dry_run: true, instance }), { ...admitted(), status: 200 })
    await api.get(`/holds?instance=${instance}`, reads({ total_count: 0 }), run.gateway)
  })
]

const usage = (account: Account, fields: object) =>
  newHold(account, { amount: undefined, usage: { input: 1_000, output: 100 }, ...fields })

const calls = { usage: { units: { calls: 1 } } }

/** Prices are of the server, whose book has none for these models. */
const prices: Family = ({ refuses }) => {
  const wrong = (name: string, fields: object, expect = badRequest) =>
    refuses(name, ({ account }) => usage(account, fields), expect)
  return [
    wrong("a usage of a model without a price", { provider: "openai" }, unpriced("openai")),
    wrong("a usage of a model without a price at any provider", {}, unpriced(null)),
    wrong(
      "calls of a tool without a price and without an amount",
      { ...calls, models: ["tool:search/web"] },
      unpriced(null, "tool:search/web")
    ),
    wrong(
      "a usage without a model",
      { ...calls, models: undefined },
      { ...badRequest, json: { "error.metadata.issues.0.path": ["models"] } }
    ),
    wrong("both an amount and a usage", { amount: 0.001 }),
    wrong("neither an amount nor a usage", { usage: undefined }),
    wrong("both an amount and a usage, before the key is looked up", { amount: 0.001, key: "x" }),
    wrong("a usage with an unknown part", { usage: { tokens: 1 } }),
    wrong("a usage with a fraction", { usage: { input: 1.5 } }),
    wrong("a usage with an unknown unit", { usage: { units: { hours: 1 } } }),
    wrong("a usage with a negative unit", { usage: { units: { seconds: -1 } } })
  ]
}

/** Each differs in one term from the body of a valid request. */
const otherTerms: ReadonlyArray<object> = [
  { amount: 0.002 },
  { models: ["acme/reader"] },
  { models: undefined },
  { provider: "openai" },
  { credential: "any" },
  { zdr: true },
  { lease_seconds: 61 },
  { instance: "other" },
  { labels: { team: "other" } }
]

/** Opens a hold, and returns its id. */
const open = async ({ succeed }: Given<Target>) => part(await succeed(), WithId).data.id

const repetitions: Family = ({ asks, test }) => {
  const afterwards = (name: string, done: string) =>
    test(`the same terms after it ${name}`, async (given) => {
      const id = await open(given)
      await act(given.run, id, done, is(200))
      await given.ask(newHold(given.account, { id }), conflict("hold_ended"))
    })
  return [
    test("the same terms again", async (given) => {
      const id = await open(given)
      await given.ask(newHold(given.account, { id }), { ...admitted({ id }, true), status: 200 })
    }),
    ...otherTerms.map((terms) =>
      test(`other terms under the same id: ${JSON.stringify(terms)}`, async (given) => {
        const id = await open(given)
        await given.ask(newHold(given.account, { id, ...terms }), conflict("hold_conflict"))
      })
    ),
    afterwards("was sent", "sent"),
    afterwards("ended", "release"),
    asks(
      "the id of another organization's hold",
      ({ account }) => newHold(account, { id: account.OTHER_HOLD_ID }),
      conflict("hold_conflict")
    ),
    test("of concurrent repetitions, one creates it", async (given) => {
      const id = await open(given)
      await given.api.together(8, given.request(newHold(given.account, { id })), is(200), { 200: 8 })
    })
  ]
}

const wrong: ReadonlyArray<object> = [
  { amount: 0 },
  { amount: -1 },
  { amount: 1_000_000_001 },
  { models: [] },
  { models: Array.from({ length: 9 }, () => "acme/writer") },
  { models: [""] },
  { model: "acme/writer" },
  { id: "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001" },
  { id: "ffffffff-ffff-7fff-bfff-ffffffffffff" },
  { id: "00000000-0000-7000-8000-000000000000" },
  { id: "x" },
  { provider: "Open AI" },
  { credential: "mine" },
  { zdr: "yes" },
  { lease_seconds: 0 },
  { lease_seconds: 2_592_001 },
  { instance: "" },
  { instance: "a".repeat(65) },
  { labels: { Team: "docs" } },
  { labels: { team: "" } },
  { labels: { team: "a".repeat(65) } },
  { labels: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`label_${n}`, "x"])) },
  { dry_run: "true" }
]

export const authorize = about(
  "authorize",
  {
    body: (_, account) => newHold(account).body,
    expect: () => admitted(),
    invalid: { body: '{"amount":0}' }
  },
  general,
  unknownFields({ cost: "1", state: '"open"', amounts: "1" }, "key", "id", "user_id"),
  wrongTypes(
    {
      name: "amount",
      body: (value, account) => newHold(account, { amount: "?" }).body.replace('"?"', () => value)
    },
    "0.001",
    "1"
  ),
  keys,
  terms,
  prices,
  repetitions,
  ({ refuses }) =>
    wrong.map((fields) =>
      refuses(`not ${JSON.stringify(fields).slice(0, 60)}`, ({ account }) => newHold(account, fields), badRequest)
    ),
  budgets,
  inFlight,
  runs,
  policies
)
