import { newRecord, notFound } from "../answers.js"
import { asPlain, get, post } from "../requests.js"
import type { Subject } from "../Subject.js"
import { presetSlug } from "./getPreset.js"

export const versionsOf = (slug: string) => `/presets/${slug}/versions`

/** Adds a version to the preset of the state `preset-fresh`. */
export const newVersion = {
  request: post(versionsOf(presetSlug.own), '{"config":{"top_k":1}}'),
  expect: newRecord("PresetVersion")
}

/** An ordinary key cannot read what a path below a preset of another workspace names. */
export const hidden = (sends: Subject["sends"], path: string) =>
  sends("an ordinary key reads nothing of a preset of another workspace", get(path, asPlain), notFound, {
    setup: ["name-fresh"],
    before: [{ request: post("/presets", '{"slug":"{FRESH_NAME}","name":"Elsewhere"}'), expect: { status: 201 } }],
    follow: [{ request: get(path), expect: { status: 200 } }]
  })
