import { about } from "../about.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { hold, holdId, OWN, withCorrections } from "./hold.js"

export const getHold = about(
  "getHold",
  { ids: holdId, success: { expect: withCorrections(hold({ id: OWN, state: "open", corrections: 0 })) } },
  general,
  ids
)
