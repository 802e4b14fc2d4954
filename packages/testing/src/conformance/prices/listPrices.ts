import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import { asOther, asPlain } from "../requests.js"
import type { Family } from "../Subject.js"

const cards = page("RateCard", "provider", "model")

const book: Family = ({ asks }) => [
  asks("the other organization's management key reads them too", { headers: asOther }, cards(50), { basis: "derived" }),
  asks("an ordinary key reads them too", { headers: asPlain }, cards(50), { basis: "derived" })
]

export const listPrices = lists("listPrices", { page: cards }, book)
