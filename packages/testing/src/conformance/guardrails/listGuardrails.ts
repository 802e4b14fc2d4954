import { about } from "../about.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"

const guardrails = page("Guardrail", "-created_at", "id")

export const listGuardrails = about(
  "listGuardrails",
  { success: { expect: guardrails(50) }, invalid: { query: "?limit=0" } },
  general,
  paging(guardrails),
  rateLimit({ theirsRead: guardrails(50) })
)
