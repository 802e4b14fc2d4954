import { reads } from "../answers.js"
import { uuid } from "../Ids.js"
import { patches } from "../patches.js"
import { body } from "../requests.js"
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

const changes: Family = ({ asks, keeps, request, shows }) => [
  asks("every field at once, then cleared", body(set), shows(set), {
    basis: "spec",
    follow: [{ request: request(body(cleared)), expect: shows(cleared) }]
  }),
  keeps("an absent secret stays unchanged", body({ name: "Renamed" }), shows({ name: "Renamed" }), {
    ...reads({ "data.name": "Renamed" }),
    absent: ["{BYOK_SECRET}"]
  }),
  asks(
    "a new secret changes the label and nothing else",
    { path: "/byok/{FRESH_BYOK_ID}", ...body({ key: "sk-other-0123456789abcdefghijklmnop" }) },
    shows({ id: "{FRESH_BYOK_ID}", label: "sk-o...mnop", name: "Temporary" }),
    { setup: ["byok-fresh"] }
  )
]

export const updateByokCredential = patches(
  "updateByokCredential",
  {
    ids: uuid("{BYOK_ID}", "{OTHER_BYOK_ID}"),
    shape: "ByokKey",
    invalid: { disabled: true, sort_order: -1 },
    fields: ["key", ...Object.keys(set), "allowed_api_key_hashes"],
    unknown: { sealed: '"x"' }
  },
  secrets,
  fields,
  changes
)
