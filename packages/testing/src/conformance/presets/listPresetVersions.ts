import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import { asPlain, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { presetSlug } from "./getPreset.js"
import { hidden, newVersion, versionsOf } from "./versions.js"

const ofOne = page("PresetVersion", "version")
const numbers = { status: 200, json: { "data.0.version": 2, total_count: 3 } }

const rows: Family = ({ asks, path, sends }) => [
  asks(
    "all versions are listed in ascending order",
    { path: `${path}?offset=1` },
    { ...ofOne(2), json: numbers.json },
    { basis: "spec", setup: ["preset-fresh"], before: [newVersion, newVersion] }
  ),
  sends("an ordinary key reads the versions of a preset of its workspace", get(path, asPlain), ofOne(50)),
  hidden(sends, versionsOf("{FRESH_NAME}"))
]

export const listPresetVersions = lists("listPresetVersions", { ids: presetSlug, page: ofOne }, rows)
