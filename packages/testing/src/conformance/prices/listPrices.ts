import { about } from "../about.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"
import { asOther, asPlain } from "../requests.js"
import type { Family } from "../Subject.js"

const cards = page("RateCard", "provider", "model")

const book: Family = ({ asks }) => [
  asks("the other organization's management key reads them too", { headers: asOther }, cards(50), { basis: "derived" }),
  asks("an ordinary key reads them too", { headers: asPlain }, cards(50), { basis: "derived" })
]

export const listPrices = about(
  "listPrices",
  { success: { expect: cards(50) }, invalid: { query: "?limit=0" } },
  general,
  paging(cards),
  rateLimit({ theirsRead: cards(50) }),
  book
)
