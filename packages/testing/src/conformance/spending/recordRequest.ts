import { about } from "../about.js"
import { badRequest, created, notFound } from "../answers.js"
import { general } from "../families/general.js"
import { unknownFields } from "../families/unknownFields.js"
import { get } from "../requests.js"
import type { Family } from "../Subject.js"
import type { State } from "../states.js"
import { tooLarge } from "./hold.js"

const setup: ReadonlyArray<State> = ["key-fresh", "hold-id"]
const FIELDS = { id: "{NEW_HOLD_ID}", key_hash: "{FRESH_KEY_HASH}", cost: 0.125 }
const body = (fields: object) => ({ body: JSON.stringify({ ...FIELDS, ...fields }) })

const recorded = (fields: Readonly<Record<string, unknown>> = {}) =>
  created({
    data: { $shape: "Hold", $with: { state: "settled", cost: 0.125, key_hash: "{FRESH_KEY_HASH}", ...fields } }
  })

const usageOfKey = (usage: number) => ({
  request: get("/keys/{FRESH_KEY_HASH}"),
  expect: { status: 200, json: { "data.usage": usage } }
})

const counting: Family = ({ asks, request }) => [
  asks("it counts as usage of the key", body({}), recorded(), { basis: "spec", setup, follow: [usageOfKey(0.125)] }),
  asks("a repetition changes nothing", body({ cost: 5 }), recorded(), {
    basis: "spec",
    setup,
    before: [{ request: request(body({})), expect: recorded() }],
    follow: [usageOfKey(0.125)]
  }),
  asks(
    "a usage without a price leaves the outcome unknown",
    body({ cost: undefined, usage: { input: 1 }, model: "acme/writer" }),
    recorded({ state: "unknown", cost: null, flags: ["price_missing"] }),
    {
      basis: "spec",
      setup
    }
  )
]

const refusedKey = {
  status: 403,
  message: "The key cannot spend",
  json: { "error.metadata": { reason: "key_refused", key_state: "management" } }
}

const refusals: Family = ({ refuses }) => [
  refuses("a key that does not exist", body({ key_hash: "0".repeat(64) }), notFound, { setup }),
  refuses("another organization's key", body({ key_hash: "{OTHER_KEY_HASH}" }), notFound, { basis: "derived", setup }),
  refuses("usage of a management key", body({ key_hash: "{MGMT_KEY_HASH}" }), refusedKey, { setup }),
  refuses("a cost for which no counter has room", body({ cost: 1 }), tooLarge, {
    basis: "spec",
    setup: ["isolate", ...setup, "counters-full"],
    follow: [usageOfKey(0)]
  }),
  refuses("an id that another key has", body({ id: "{HOLD_ID}" }), { status: 409, message: "Conflict" }, { setup }),
  ...[
    { cost: -1 },
    { cost: undefined },
    { id: undefined },
    { key_hash: "x" },
    { at: "2999-01-01T00:00:00Z" },
    { at: "2020-01-01T00:00:00Z" }
  ].map((fields) => refuses(`not ${JSON.stringify({ ...FIELDS, ...fields })}`, body(fields), badRequest, { setup }))
]

export const recordRequest = about(
  "recordRequest",
  { success: { ...body({}), expect: recorded(), setup }, body: "{}", invalid: { body: '{"cost":-1}' } },
  general,
  unknownFields({ amount: "1" }, "id"),
  counting,
  refusals
)
