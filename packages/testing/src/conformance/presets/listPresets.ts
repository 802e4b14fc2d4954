import { about } from "../about.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"

/** A page of presets, most recently updated first. */
export const presets = page("Preset", "-updated_at", "id")

export const listPresets = about(
  "listPresets",
  { success: { expect: presets(50) }, invalid: { query: "?limit=0" } },
  general,
  paging(presets)
)
