import { about } from "../about.js"
import { general } from "../families/general.js"
import { uuids } from "../families/uuids.js"
import { hold, OWN, THEIRS } from "./hold.js"

export const getHold = about(
  "getHold",
  { path: { id: OWN }, success: { expect: hold({ id: OWN, state: "open" }) } },
  general,
  uuids({ own: OWN, theirs: THEIRS })
)
