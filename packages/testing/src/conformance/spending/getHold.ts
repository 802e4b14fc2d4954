import type { Identified } from "../Change.js"
import { forbidden } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { about, type Cases } from "../Subject.js"
import { given, holdId, noHold, withCorrections } from "./hold.js"

const callers: Cases<Identified> = ({ asks }) => [
  asks(
    "a gateway key reads it too",
    ({ by, run }) => by(run.gateway),
    ({ expect }) => expect
  ),
  asks("a gateway key of another organization does not", ({ by, run }) => by(run.otherGateway), noHold),
  asks("an ordinary key does not", ({ by, run }) => by(run.plain), forbidden)
]

export const getHold = about<Identified>(
  "getHold",
  { ids: holdId, given, expect: ({ own }) => withCorrections({ id: own, state: "open", corrections: 0 }) },
  general,
  ids,
  rateLimit,
  callers
)
