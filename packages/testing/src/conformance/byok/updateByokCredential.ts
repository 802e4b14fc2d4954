import { record } from "../Expectation.js"
import { uuid } from "../Ids.js"
import { patches } from "../patches.js"
import { body } from "../Sent.js"
import type { Family } from "../Subject.js"
import { fields, secrets } from "./fields.js"

const set = {
  name: "All",
  disabled: true,
  is_fallback: true,
  allowed_models: ["acme/a"],
  allowed_user_ids: [],
  sort_order: 9
}
const cleared = {
  name: null,
  disabled: false,
  is_fallback: false,
  allowed_models: null,
  allowed_user_ids: null,
  sort_order: 0
}

const changes: Family = ({ test, keeps }) => [
  test("every field at once, then cleared", async ({ ask, shows }) => {
    await ask(body(set), shows(set))
    await ask(body(cleared), shows(cleared))
  }),
  keeps(
    "an absent secret stays unchanged",
    body({ name: "Renamed" }),
    ({ shows }) => shows({ name: "Renamed" }),
    ({ account }) => ({ ...record({ name: "Renamed" }), absent: [account.BYOK_SECRET] })
  ),
  test("a new secret changes the label and nothing else", async ({ api, made }) => {
    const id = await made.credential()
    const shown = record({ id, label: "sk-o...mnop", name: "Temporary" })
    await api.patch(`/byok/${id}`, { key: "sk-other-0123456789abcdefghijklmnop" }, shown)
  })
]

export const updateByokCredential = patches(
  "updateByokCredential",
  {
    ids: uuid(({ OTHER_BYOK_ID }) => OTHER_BYOK_ID),
    given: ({ account }) => ({ own: account.BYOK_ID }),
    invalid: { disabled: true, sort_order: -1 },
    fields: ["key", ...Object.keys(set), "allowed_api_key_hashes"],
    unknown: { sealed: '"x"' }
  },
  secrets,
  fields,
  changes
)
