import { about } from "../about.js"
import { record } from "../answers.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import { DELETED, OWN, THEIRS } from "./guardrail.js"

const guardrail = (id: string) => record("Guardrail", { id })

export const getGuardrail = about(
  "getGuardrail",
  { path: { id: OWN }, success: { expect: guardrail(OWN) } },
  general,
  uuids({ own: OWN, theirs: THEIRS, deleted: DELETED }),
  rateLimit({ ids: { own: OWN, theirs: THEIRS, unknownId: UNKNOWN_UUID }, theirsRead: guardrail(THEIRS) })
)
