import { page } from "../families/paging.js"
import { lists } from "../lists.js"

const cards = page("provider", "model")

export const listPrices = lists("listPrices", { page: cards }, ({ asks }) => [
  asks("the other organization's management key reads them too", ({ by, run }) => by(run.other), cards(50)),
  asks("an ordinary key reads them too", ({ by, run }) => by(run.plain), cards(50))
])
