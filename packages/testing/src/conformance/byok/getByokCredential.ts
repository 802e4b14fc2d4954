import { about } from "../about.js"
import { notFound, reads, record } from "../answers.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { uuid } from "../Ids.js"
import { asOther, CLOSE, get, MANAGER, raw } from "../requests.js"
import type { Family } from "../Subject.js"

const own = "{BYOK_ID}"
const theirs = "{OTHER_BYOK_ID}"

const credential = { ...record("ByokKey", { id: own }), absent: ["{BYOK_SECRET}", "ciphertext", "secret"] }

const others: Family = ({ sends, refuses }) => [
  sends(
    "the other organization's management key reads its own",
    get(`/byok/${theirs}`, asOther),
    reads({ "data.id": theirs }),
    { basis: "derived" }
  ),
  refuses(
    "dot segments in the path",
    raw("GET", `/byok/../byok/${own}`, [MANAGER, CLOSE]),
    { ...notFound, alt: [200, 400] },
    { why: "a path is not normalised: a proxy that does so differently would guard another one" }
  )
]

export const getByokCredential = about(
  "getBYOKKey",
  { ids: uuid(own, theirs), success: { expect: credential } },
  general,
  ids,
  rateLimit,
  others
)
