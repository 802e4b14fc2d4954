import type { Identified } from "../Change.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { about } from "../Subject.js"
import { given, holdId, withCorrections } from "./hold.js"

export const getHold = about<Identified>(
  "getHold",
  { ids: holdId, given, expect: ({ own }) => withCorrections({ id: own, state: "open", corrections: 0 }) },
  general,
  ids
)
