import { about } from "../about.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { hold, holdId, OWN } from "./hold.js"

export const getHold = about(
  "getHold",
  { ids: holdId, success: { expect: hold({ id: OWN, state: "open" }) } },
  general,
  ids
)
