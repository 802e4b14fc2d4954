import { about, sparing } from "../about.js"
import { notFound } from "../answers.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { asManager, json } from "../requests.js"
import type { Family } from "../Subject.js"
import { ended, holdId } from "./hold.js"

const setup = ["hold-credential"] as const
const opened = { status: 200, body: { data: { key: "{OPENED_VALUE}" } }, headers: { "cache-control": "no-store" } }
const noCredential = { ...notFound, json: { "error.metadata.reason": "not_found" }, absent: ["{OPENED_VALUE}"] }
const at = (credential: string) => ({ path: `/holds/{HOLD_ID}/credentials/${credential}` })

const credential = (method: string, body?: string) => ({
  request: { method, path: "/byok/{BYOK_ID}", headers: { ...asManager, ...json }, ...(body !== undefined && { body }) },
  expect: { status: 200 }
})

const outcomes: Family = ({ asks }) => [
  ...[UNKNOWN_UUID, "{OTHER_BYOK_ID}", "null", "abc"].map((id) =>
    asks(`no credential of the plan: ${id}`, at(id), noCredential, { basis: "spec", setup })
  ),
  asks("a credential that the plan does not have", at("{FRESH_BYOK_ID}"), noCredential, {
    basis: "spec",
    setup: [...setup, "byok-fresh"]
  }),
  asks("a credential that was disabled meanwhile", {}, noCredential, {
    basis: "derived",
    setup,
    before: [credential("PATCH", '{"disabled":true}')]
  }),
  asks("a credential that was deleted meanwhile", {}, noCredential, {
    basis: "derived",
    setup,
    before: [credential("DELETE")]
  }),
  asks("a hold that was released", {}, ended, { basis: "spec", setup: ["hold-ended"] })
]

export const openCredential = about(
  "openCredential",
  { ids: holdId, path: { credential_id: "{BYOK_ID}" }, success: { expect: opened, setup } },
  sparing(general, ids),
  outcomes
)
