import { invalidCredential, notFound } from "../answers.js"
import { deletions } from "../deletions.js"
import { hash } from "../Ids.js"
import { asManager, bearer, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { lastKeyNamed, ONE_EXPIRING } from "./lastKey.js"

const ownKey = get("/key", bearer("{FRESH_KEY}"))
const last = { method: "DELETE", path: "/keys/{MGMT_KEY_HASH}", headers: asManager }
const details = {
  basis: "spec",
  setup: ["isolate"],
  follow: [{ request: get("/key"), expect: { status: 200 } }]
} as const

const secrets: Family = ({ path, sends, succeeds }) => [
  succeeds(
    "its secret is refused afterwards",
    {},
    {
      basis: "spec",
      before: [{ request: ownKey, expect: { status: 200 } }],
      follow: [
        { request: ownKey, expect: invalidCredential },
        { request: get(path), expect: notFound }
      ]
    }
  ),
  sends("the last management key cannot be deleted", last, lastKeyNamed("hash"), details),
  sends("the last management key without an expiry cannot be deleted", last, lastKeyNamed("hash"), {
    ...details,
    before: [ONE_EXPIRING]
  })
]

export const deleteKey = deletions(
  "deleteKey",
  { ids: hash("{FRESH_KEY_HASH}", "{OTHER_KEY_HASH}"), setup: ["key-fresh"] },
  secrets
)
