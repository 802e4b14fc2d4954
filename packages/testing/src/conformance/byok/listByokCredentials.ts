import { ok, reads } from "../answers.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { ofWorkspace } from "../families/workspaces.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"

/** A page of credentials, by provider, then by `sort_order`. Their secrets are absent. */
const credentials = (most: number) => ({
  ...page("ByokKey", "provider", "sort_order", "id")(most),
  absent: ["{BYOK_SECRET}", "ciphertext", "sealed"]
})
const each = (fields: unknown) => reads({ data: { $min: 1, $each: { $shape: "ByokKey", $with: fields } } })

const which: Family = ({ asks }) => [
  asks("only those of a provider", { path: "/byok?provider=openai" }, each({ provider: "openai" })),
  asks(
    "only those of a provider in a workspace",
    { path: "/byok?workspace_id={WORKSPACE_ID}&provider=openai" },
    each({ workspace_id: "{WORKSPACE_ID}", provider: "openai" })
  ),
  asks("none for a provider without credentials", { path: "/byok?provider=z-ai" }, ok({ data: [], total_count: 0 }))
]

export const listByokCredentials = lists(
  "listByokCredentials",
  { page: credentials },
  ofWorkspace("ByokKey", 1),
  filters("provider", "openai", "OpenAI", "open%20ai", "acme"),
  which
)
