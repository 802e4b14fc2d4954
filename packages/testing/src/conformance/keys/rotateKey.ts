import { about } from "../about.js"
import { invalidCredential, reads } from "../answers.js"
import { not, wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { hash } from "../Ids.js"
import { asManager, bearer, body, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { minted } from "./apiKey.js"
import { rotatedOfDeparted } from "./creatorLeft.js"

const own = "{FRESH_KEY_HASH}"
const setup = ["key-fresh"] as const
const using = (key: string) => get("/key", bearer(key))
const itself = reads({ "data.hash": own })
const rotated = { ...minted({ hash: own, name: "Temporary" }), save: { NEXT_KEY: "key" } }

const secrets: Family = ({ asks, path, request, sends }) => [
  asks("the new secret works, the old one does not, and the key stays the same", body({}), rotated, {
    basis: "spec",
    setup,
    before: [{ request: using("{FRESH_KEY}"), expect: itself }],
    follow: [
      { request: using("{NEXT_KEY}"), expect: itself },
      { request: using("{FRESH_KEY}"), expect: invalidCredential }
    ]
  }),
  asks("within the grace, both work", body({ grace_seconds: 600 }), rotated, {
    basis: "spec",
    setup,
    follow: [
      { request: using("{NEXT_KEY}"), expect: itself },
      { request: using("{FRESH_KEY}"), expect: itself }
    ]
  }),
  asks("a second rotation ends no earlier grace", body({}), rotated, {
    basis: "decision",
    setup,
    before: [
      {
        request: request(body({ grace_seconds: 600 })),
        expect: { status: 201, save: { SECOND_KEY: "key" } }
      }
    ],
    follow: [
      { request: using("{FRESH_KEY}"), expect: itself },
      { request: using("{SECOND_KEY}"), expect: invalidCredential },
      { request: using("{NEXT_KEY}"), expect: itself }
    ]
  }),
  sends("without a body, there is no grace", { method: "POST", path, headers: asManager }, rotated, {
    basis: "spec",
    setup,
    follow: [{ request: using("{FRESH_KEY}"), expect: invalidCredential }]
  }),
  asks(
    "a management key gets a management secret",
    { path: "/keys/{MGMT_KEY_HASH}/rotate", ...body({}) },
    {
      status: 201,
      json: { key: { $matches: "_mk_" } },
      save: { NEXT_KEY: "key" }
    },
    {
      setup: ["isolate"],
      follow: [
        { request: get("/keys?limit=1", bearer("{NEXT_KEY}")), expect: { status: 200 } },
        { request: get("/keys?limit=1"), expect: invalidCredential }
      ]
    }
  )
]

export const rotateKey = about(
  "rotateKey",
  {
    ids: hash(own, "{OTHER_KEY_HASH}"),
    success: { body: '{"grace_seconds":60}', expect: minted({ hash: own }), setup },
    invalid: { body: '{"grace_seconds":-1}' }
  },
  general,
  ids,
  wrongTypes("grace_seconds", "0", "1"),
  not("grace_seconds", "-1", "0.5", "2592001", "1e400"),
  unknownFields({ expires_at: "null", disabled: "false", hash: '"x"' }),
  rateLimit,
  secrets,
  rotatedOfDeparted
)
