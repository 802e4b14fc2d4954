import { notFound, reads } from "../answers.js"
import { deletions } from "../deletions.js"
import { uuid } from "../Ids.js"
import { asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"

const theirs = "{OTHER_BYOK_ID}"

const gone: Family = ({ path, succeeds }) => [
  succeeds("it cannot be read afterwards", {}, { basis: "spec", follow: [{ request: get(path), expect: notFound }] })
]

const untouched = { request: get(`/byok/${theirs}`, asOther), expect: reads({ "data.id": theirs }) }

export const deleteByokCredential = deletions(
  "deleteByokCredential",
  { ids: uuid("{FRESH_BYOK_ID}", theirs, { untouched }), setup: ["byok-fresh"] },
  gone
)
