import { badRequest, reads } from "../answers.js"
import { word } from "../families/choices.js"
import { wrongTypes } from "../families/fields.js"
import { text, textOrNull } from "../families/texts.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { patches } from "../patches.js"
import { body, post } from "../requests.js"
import type { Family } from "../Subject.js"
import { presetSlug } from "./getPreset.js"

const fields = ["name", "description", "status", "designated_version_id"]
const created = { request: post("/presets", '{"slug":"{FRESH_NAME}","name":"Fresh"}'), expect: { status: 201 } }
const archived = { ...badRequest, json: { "error.metadata.reason": "preset_archived" } }

const changes: Family = ({ asks, at, refuses, request }) => {
  const setting = (status: string) => ({ ...at("{FRESH_NAME}"), ...body({ status }) })
  const follow = [{ request: request(setting("active")), expect: archived }]
  const dated = reads({ "data.status": "archived", "data.status_updated_at": { $time: true } })
  return [
    asks("archived is final", setting("archived"), dated, { setup: ["name-fresh"], before: [created], follow }),
    refuses("no version of the preset", body({ designated_version_id: UNKNOWN_UUID }), badRequest)
  ]
}

export const updatePreset = patches(
  "updatePreset",
  { ids: presetSlug, shape: "PresetWithVersion", key: "slug", invalid: { status: "gone" }, fields },
  text("name"),
  textOrNull("description", 1000),
  word("status", "active", "disabled"),
  wrongTypes("designated_version_id", JSON.stringify(UNKNOWN_UUID)),
  changes
)
