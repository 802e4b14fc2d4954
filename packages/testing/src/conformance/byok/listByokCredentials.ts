import { about } from "../about.js"
import { ok, reads } from "../answers.js"
import { filters } from "../families/filters.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"
import type { Family } from "../Subject.js"

/** A page of credentials, by provider, then by `sort_order`. */
const credentials = page("ByokKey", "provider", "sort_order", "id")
const listed = { ...credentials(50), absent: ["{BYOK_SECRET}", "ciphertext", "sealed"] }
const each = (fields: unknown) => reads({ data: { $min: 1, $each: { $shape: "ByokKey", $with: fields } } })
const nothing = ok({ data: [], total_count: 0 })

const which: Family = ({ asks }) => [
  asks("only those of a provider", { path: "/byok?provider=openai" }, each({ provider: "openai" })),
  asks(
    "only those of a workspace",
    { path: "/byok?workspace_id={WORKSPACE_ID}" },
    each({ workspace_id: "{WORKSPACE_ID}" })
  ),
  asks(
    "only those of a provider in a workspace",
    { path: "/byok?workspace_id={WORKSPACE_ID}&provider=openai" },
    each({ workspace_id: "{WORKSPACE_ID}", provider: "openai" })
  ),
  asks("none for a provider without credentials", { path: "/byok?provider=z-ai" }, nothing),
  asks("none of another organization's workspace", { path: "/byok?workspace_id={OTHER_WORKSPACE_ID}" }, nothing)
]

export const listByokCredentials = about(
  "listByokCredentials",
  { success: { expect: listed }, invalid: { query: "?limit=0" } },
  general,
  paging(credentials),
  rateLimit({ theirsRead: credentials(50) }),
  filters("workspace_id", "{WORKSPACE_ID}"),
  filters("provider", "openai", "OpenAI", "open%20ai", "acme"),
  which
)
