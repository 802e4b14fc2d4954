import { notFound, reads } from "../answers.js"
import { deletions } from "../deletions.js"
import { asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { presetSlug } from "./getPreset.js"

const { theirs } = presetSlug

const gone: Family = ({ path, succeeds }) => [
  succeeds("it cannot be read afterwards", {}, { basis: "spec", follow: [{ request: get(path), expect: notFound }] })
]

const untouched = { request: get(`/presets/${theirs}`, asOther), expect: reads({ "data.slug": theirs }) }

export const deletePreset = deletions(
  "deletePreset",
  { ids: { ...presetSlug, untouched }, setup: ["preset-fresh"] },
  gone
)
