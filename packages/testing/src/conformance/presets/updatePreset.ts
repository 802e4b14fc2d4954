import { badRequest, reads, refusedFor, TIME } from "../Expectation.js"
import { word } from "../families/choices.js"
import { wrongTypes } from "../families/fields.js"
import { text, textOrNull } from "../families/texts.js"
import { presetSlug, UNKNOWN_UUID } from "../Ids.js"
import { patches } from "../patches.js"
import { body } from "../Sent.js"
import type { Family } from "../Subject.js"
import { given } from "./preset.js"

const changes: Family = ({ test, refuses }) => [
  test("archived is final", async ({ api, made }) => {
    const path = `/presets/${await made.preset()}`
    const dated = reads({ "data.status": "archived", "data.status_updated_at": TIME })
    await api.patch(path, { status: "archived" }, dated)
    await api.patch(path, { status: "active" }, refusedFor("preset_archived"))
  }),
  refuses("no version of the preset", body({ designated_version_id: UNKNOWN_UUID }), badRequest)
]

export const updatePreset = patches(
  "updatePreset",
  {
    ids: presetSlug,
    given,
    key: "slug",
    invalid: { status: "gone" },
    fields: ["name", "description", "status", "designated_version_id"]
  },
  text("name"),
  textOrNull("description", 1000),
  word("status", "active", "disabled"),
  wrongTypes("designated_version_id", JSON.stringify(UNKNOWN_UUID)),
  changes
)
