import { about, sparing } from "../about.js"
import { badRequest } from "../answers.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import type { Family } from "../Subject.js"
import { act, ended, hold, holdId, OWN, reading, setup } from "./hold.js"

const sent = hold({ id: OWN, state: "open", sent_at: { $time: true }, credential_id: null })
const body = (credential_id: unknown) => ({ body: JSON.stringify({ credential_id }) })

const planned = { basis: "spec", setup: ["hold-credential"] } as const
const by = (credential_id: string | null) => hold({ state: "open", sent_at: { $time: true }, credential_id })
const settled = (credential_id: string | null) => hold({ state: "settled", credential_id, flags: [] })

const states: Family = ({ asks, sends, succeeds }) => [
  succeeds("a repetition changes nothing", {}, { basis: "spec", follow: [{ request: act("sent"), expect: sent }] }),
  sends("without a body, no credential is stated", act("sent"), sent, { basis: "spec", setup }),
  asks("a hold that was released", { path: "/holds/{ENDED_HOLD_ID}/sent" }, ended, {
    basis: "spec",
    setup: ["spender", "hold-released"]
  })
]

const credentials: Family = ({ asks }) => [
  asks("a settlement that names no credential counts for the one that was sent", body("{BYOK_ID}"), by("{BYOK_ID}"), {
    ...planned,
    follow: [reading(by("{BYOK_ID}")), { request: act("settle", { cost: 0.125 }), expect: settled("{BYOK_ID}") }]
  }),
  asks("the last credential counts", body("{BYOK_ID}"), by("{BYOK_ID}"), {
    ...planned,
    follow: [
      { request: act("sent", { credential_id: null }), expect: by(null) },
      { request: act("sent"), expect: by(null) },
      { request: act("settle", { cost: 0.125 }), expect: settled(null) }
    ]
  }),
  ...["{FRESH_BYOK_ID}", UNKNOWN_UUID].map((id) =>
    asks(`a credential that the plan does not have: ${id}`, body(id), badRequest, {
      basis: "spec",
      setup: [...setup, "byok-fresh"],
      follow: [reading(hold({ state: "open", sent_at: null }))]
    })
  )
]

const invalid: Family = ({ spares }) =>
  ["abc", 1, true].map((id) => spares(`not a credential: ${JSON.stringify(id)}`, body(id), badRequest))

export const markSent = about(
  "markSent",
  {
    ids: holdId,
    success: { ...body(null), expect: sent, setup, follow: [reading(sent)] },
    invalid: body("abc")
  },
  sparing(general, ids),
  sparing(unknownFields({ cost: "1", model: '"acme/writer"' })),
  states,
  credentials,
  invalid
)
