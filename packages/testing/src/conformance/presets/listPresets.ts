import { ok } from "../answers.js"
import { page } from "../families/paging.js"
import { ofWorkspace } from "../families/workspaces.js"
import { lists } from "../lists.js"
import { asPlain, get } from "../requests.js"
import type { Family } from "../Subject.js"

/** A page of presets, most recently updated first. */
export const presets = page("Preset", "-updated_at", "id")

const presetsOf = (id: string) => `/presets?workspace_id=${id}`
const nothing = ok({ data: [], total_count: 0 })
const defaultWorkspace = {
  request: get("/workspaces/default"),
  expect: { status: 200, save: { DEFAULT_WORKSPACE_ID: "data.id" } }
}

const which: Family = ({ sends }) => [
  sends(
    "an ordinary key sees nothing of another workspace of its organization",
    get(presetsOf("{DEFAULT_WORKSPACE_ID}"), asPlain),
    nothing,
    { before: [defaultWorkspace] }
  ),
  sends(
    "an ordinary key sees nothing of another organization's workspace",
    get(presetsOf("{OTHER_WORKSPACE_ID}"), asPlain),
    nothing
  )
]

export const listPresets = lists("listPresets", { page: presets }, ofWorkspace("Preset"), which)
