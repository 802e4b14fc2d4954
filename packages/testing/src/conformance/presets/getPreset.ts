import { about } from "../about.js"
import { notFound, reads, record } from "../answers.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { slug } from "../Ids.js"
import { asOther, asPlain, get, post } from "../requests.js"
import type { Family } from "../Subject.js"

const own = "{PRESET_SLUG}"
const theirs = "{OTHER_PRESET_SLUG}"
/** The slug of a preset in a path. */
export const presetSlug = slug(own, theirs, { more: ["$%2Fversions"] })
const preset = (fields: Readonly<Record<string, unknown>> = {}) => record("PresetWithVersion", fields)

const readers: Family = ({ sends, refuses }) => [
  sends("an ordinary key reads a preset of its workspace", get(`/presets/${own}`, asPlain), preset({ slug: own })),
  sends(
    "the other organization's management key reads its own",
    get(`/presets/${theirs}`, asOther),
    preset({ slug: theirs })
  ),
  sends(
    "the version in use is the designated one",
    get(`/presets/${own}`),
    reads({ "data.designated_version.id": { $uuid: true }, "data.designated_version.version": 1 })
  ),
  sends("an ordinary key cannot read a preset of another workspace", get("/presets/{FRESH_NAME}", asPlain), notFound, {
    setup: ["name-fresh"],
    before: [
      {
        request: post("/presets", '{"slug":"{FRESH_NAME}","name":"Elsewhere"}'),
        expect: { status: 201 }
      }
    ],
    follow: [{ request: get("/presets/{FRESH_NAME}"), expect: preset({ slug: "{FRESH_NAME}" }) }]
  }),
  refuses("a slug in capitals", { path: `/presets/${own.replace("}", "|upper}")}` }, notFound)
]

export const getPreset = about(
  "getPreset",
  { ids: presetSlug, success: { expect: preset({ slug: own }) } },
  general,
  ids,
  rateLimit,
  readers
)
