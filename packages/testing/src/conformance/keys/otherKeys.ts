import { badRequest, invalidCredential, notFound } from "../answers.js"
import { UNKNOWN, UNKNOWN_INVALID } from "../families/ids.js"
import { UNKNOWN_HASH } from "../Ids.js"
import { NEVER } from "../patches.js"
import { asPlain, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { patch, updatedKey } from "./apiKey.js"

const plain = "{PLAIN_KEY_HASH}"
const presets = get("/presets", asPlain)

/** Keys that change themselves or other keys, and hashes in the path. */
export const otherKeys: Family = ({ sends, named, refuses }) => [
  sends("an ordinary key changes itself", patch(plain, '{"limit":1000000}', asPlain), invalidCredential, {
    unchanged: [{ request: patch(plain, "{}"), except: ["data.updated_at"] }]
  }),
  refuses("an ordinary key disables another key", patch("{KEY_HASH}", '{"disabled":true}', asPlain), invalidCredential),
  sends("disabling takes effect on the next request", presets, invalidCredential, {
    before: [{ request: patch(plain, '{"disabled":true}'), expect: updatedKey({ disabled: true, hash: plain }) }],
    follow: [
      { request: patch(plain, '{"disabled":false}'), expect: updatedKey({ disabled: false }) },
      { request: presets, expect: { status: 200 } }
    ]
  }),
  sends("a malformed hash with invalid input", patch("abc", '{"limit":-1}'), {
    ...badRequest,
    sameAs: named(UNKNOWN_INVALID)
  }),
  sends(
    "unknown id with an empty change",
    patch(UNKNOWN_HASH, "{}"),
    { ...notFound, sameAs: named(UNKNOWN) },
    { basis: "derived" }
  ),
  sends("a key in the path is in no log line", patch("{PLAIN_KEY}", JSON.stringify({ name: NEVER })), notFound, {
    notLogged: ["{PLAIN_KEY}"],
    why: "path segments that look like keys are masked"
  })
]
