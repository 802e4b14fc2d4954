import { type Expectation, each, NOTHING } from "../Expectation.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { ofWorkspace } from "../families/workspaces.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"

/** A page of credentials, by provider, then by `sort_order`. Their secrets are absent: no answer of a run contains the account's. */
const credentials = (most: number): Expectation => ({
  ...page("provider", "sort_order", "id")(most),
  absent: ["ciphertext", "sealed"]
})

const which: Family = ({ asks }) => [
  asks("only those of a provider", { path: "/byok?provider=openai" }, each({ provider: "openai" })),
  asks(
    "only those of a provider in a workspace",
    ({ account }) => ({ path: `/byok?workspace_id=${account.WORKSPACE_ID}&provider=openai` }),
    ({ account }) => each({ workspace_id: account.WORKSPACE_ID, provider: "openai" })
  ),
  asks("none for a provider without credentials", { path: "/byok?provider=z-ai" }, NOTHING)
]

export const listByokCredentials = lists(
  "listByokCredentials",
  { page: credentials },
  ofWorkspace(1),
  filters("provider", "openai", "OpenAI", "open%20ai", "acme"),
  which
)
