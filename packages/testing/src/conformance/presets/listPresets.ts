import { about } from "../about.js"
import { ok, reads } from "../answers.js"
import { filters } from "../families/filters.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"
import { asPlain, get } from "../requests.js"
import type { Family } from "../Subject.js"

/** A page of presets, most recently updated first. */
export const presets = page("Preset", "-updated_at", "id")

const ofWorkspace = (id: string) => `/presets?workspace_id=${id}`
const each = (fields: unknown) => reads({ data: { $each: { $shape: "Preset", $with: fields } } })
const nothing = ok({ data: [], total_count: 0 })
const defaultWorkspace = {
  request: get("/workspaces/default"),
  expect: { status: 200, save: { DEFAULT_WORKSPACE_ID: "data.id" } }
}

const which: Family = ({ asks, sends }) => [
  asks("only those of a workspace", { path: ofWorkspace("{WORKSPACE_ID}") }, each({ workspace_id: "{WORKSPACE_ID}" })),
  asks("none of another organization's workspace", { path: ofWorkspace("{OTHER_WORKSPACE_ID}") }, nothing),
  sends(
    "an ordinary key sees nothing of another workspace of its organization",
    get(ofWorkspace("{DEFAULT_WORKSPACE_ID}"), asPlain),
    nothing,
    { before: [defaultWorkspace] }
  ),
  sends(
    "an ordinary key sees nothing of another organization's workspace",
    get(ofWorkspace("{OTHER_WORKSPACE_ID}"), asPlain),
    nothing
  )
]

export const listPresets = about(
  "listPresets",
  { success: { expect: presets(50) }, invalid: { query: "?limit=0" } },
  general,
  paging(presets),
  filters("workspace_id", "{WORKSPACE_ID}"),
  rateLimit({ theirsRead: presets(50) }),
  which
)
