import { about } from "../about.js"
import { badRequest, reads, record } from "../answers.js"
import type { Field } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { uuids } from "../families/uuids.js"
import { asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { fields, secrets } from "./fields.js"

const own = "{BYOK_ID}"
const theirs = "{OTHER_BYOK_ID}"
/** A name that only refused requests contain: a read that shows it reveals that one was accepted. */
const NEVER = "should not stay"

const credential = (fields: Readonly<Record<string, unknown>> = {}) => record("ByokKey", fields)
const field = (name: string): Field => ({ name })
const shows = (name: string) => (value: unknown) => credential({ [name]: value })
const body = (fields: Readonly<Record<string, unknown>>) => ({ body: JSON.stringify(fields) })

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

const changes: Family = ({ asks, keeps, refuses, request }) => [
  asks("every field at once, then cleared", body(set), credential({ id: own, ...set }), {
    basis: "spec",
    follow: [{ request: request(body(cleared)), expect: credential({ id: own, ...cleared }) }]
  }),
  keeps("an absent secret stays unchanged", body({ name: "Renamed" }), credential({ name: "Renamed" }), {
    ...reads({ "data.name": "Renamed" }),
    absent: ["{BYOK_SECRET}"]
  }),
  asks(
    "a new secret changes the label and nothing else",
    { path: "/byok/{FRESH_BYOK_ID}", ...body({ key: "sk-other-0123456789abcdefghijklmnop" }) },
    credential({ id: "{FRESH_BYOK_ID}", label: "sk-o...mnop", name: "Temporary" }),
    { setup: ["byok-fresh"] }
  ),
  refuses(
    "one invalid field among valid ones changes nothing",
    body({ name: NEVER, disabled: true, sort_order: -1 }),
    badRequest
  ),
  refuses("an unknown field among valid ones changes nothing", body({ name: NEVER, nam: "x" }), badRequest)
]

const readOnly = {
  label: '"x"',
  provider: '"openai"',
  workspace_id: '"{WORKSPACE_ID}"',
  created_at: '"x"',
  sealed: '"x"'
}

export const updateByokCredential = about(
  "updateByokCredential",
  {
    path: { id: own },
    success: { body: "{}", expect: credential({ id: own }) },
    body: JSON.stringify({ name: NEVER }),
    invalid: { body: '{"sort_order":-1}' },
    reading: { request: get(`/byok/${own}`), except: [] }
  },
  general,
  uuids({
    own,
    theirs,
    untouched: { request: get(`/byok/${theirs}`, asOther), expect: reads({ "data.name": { $not: NEVER } }) }
  }),
  secrets({ name: "key" }, (label) => credential({ label })),
  ...fields(field, shows),
  unknownFields(readOnly, "key"),
  rateLimit({
    ids: { own, theirs, unknownId: "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001" },
    theirsRead: credential({ id: theirs })
  }),
  changes
)
