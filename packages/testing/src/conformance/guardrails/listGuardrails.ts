import { about } from "../about.js"
import { ok, reads } from "../answers.js"
import { filters } from "../families/filters.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"
import type { Family } from "../Subject.js"

const guardrails = page("Guardrail", "-created_at", "id")

const which: Family = ({ asks }) => [
  asks(
    "only those of a workspace",
    { path: "/guardrails?workspace_id={WORKSPACE_ID}" },
    reads({ data: { $each: { $shape: "Guardrail", $with: { workspace_id: "{WORKSPACE_ID}" } } } })
  ),
  asks(
    "none of another organization's workspace",
    { path: "/guardrails?workspace_id={OTHER_WORKSPACE_ID}" },
    ok({ data: [], total_count: 0 })
  )
]

export const listGuardrails = about(
  "listGuardrails",
  { success: { expect: guardrails(50) }, invalid: { query: "?limit=0" } },
  general,
  paging(guardrails),
  rateLimit({ theirsRead: guardrails(50) }),
  filters("workspace_id", "{WORKSPACE_ID}"),
  which
)
