import { about } from "../about.js"
import { record } from "../answers.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { guardrailId, OWN } from "./guardrail.js"

export const getGuardrail = about(
  "getGuardrail",
  { ids: guardrailId, success: { expect: record("Guardrail", { id: OWN }) } },
  general,
  ids,
  rateLimit
)
