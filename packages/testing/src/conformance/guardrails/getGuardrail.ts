import { record } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { about } from "../Subject.js"
import { given, guardrailId } from "./guardrail.js"

export const getGuardrail = about(
  "getGuardrail",
  { ids: guardrailId, given, expect: ({ own }) => record({ id: own }) },
  general,
  ids,
  rateLimit
)
