import { about } from "../about.js"
import { badRequest, newRecord, reads, record } from "../answers.js"
import { not, wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { asOther, body, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { presetSlug } from "./getPreset.js"
import { versionsOf } from "./versions.js"

const { own, theirs } = presetSlug
const setup = ["preset-fresh"] as const
const version = (fields: Readonly<Record<string, unknown>> = {}) => newRecord("PresetVersion", fields)
const preset = (fields: Readonly<Record<string, unknown>>) => record("PresetWithVersion", { slug: own, ...fields })
const settings = { system_prompt: "Answer in one sentence.", config: { temperature: 0.1, stop: ["."] } }

const creation: Family = ({ asks, good, path, refuses, request }) => {
  const change = (fields: object) => request({ method: "PATCH", path: `/presets/${own}`, ...body(fields) })
  const second = { version: 2, ...settings }
  return [
    asks(
      "it has the next number, and is in use once it is designated",
      body(settings),
      { ...version(second), save: { VERSION_ID: "data.id" } },
      {
        basis: "spec",
        setup,
        follow: [
          { request: get(`${path}/2`), expect: record("PresetVersion", { id: "{VERSION_ID}", ...second }) },
          { request: get(`/presets/${own}`), expect: reads({ "data.designated_version.version": 1 }) },
          {
            request: change({ designated_version_id: "{VERSION_ID}" }),
            expect: preset({ designated_version_id: "{VERSION_ID}" })
          }
        ]
      }
    ),
    asks("without a prompt, there is none", good, version({ system_prompt: null, config: {} }), { setup }),
    asks(
      "concurrent creations all succeed, with numbers of their own",
      { ...good, concurrent: 8 },
      { status: 201, tally: { "201": 8 } },
      {
        basis: "derived",
        setup,
        follow: [{ request: get(`${path}?limit=1&offset=8`), expect: reads({ "data.0.version": 9, total_count: 9 }) }]
      }
    ),
    refuses(
      "an archived preset gets no version",
      good,
      { ...badRequest, json: { "error.metadata.reason": "preset_archived" } },
      {
        basis: "spec",
        setup,
        before: [{ request: change({ status: "archived" }), expect: { status: 200 } }],
        follow: [{ request: get(path), expect: reads({ total_count: 1 }) }]
      }
    ),
    refuses("no config", { body: '{"system_prompt":"x"}' }, badRequest)
  ]
}

const untouched = { request: get(versionsOf(theirs), asOther), expect: reads({ total_count: 1 }) }

export const createPresetVersion = about(
  "createPresetVersion",
  {
    ids: { ...presetSlug, untouched },
    success: { ...body({ config: {} }), expect: version(), setup },
    shows: version,
    invalid: body({ config: [] })
  },
  general,
  ids,
  wrongTypes("system_prompt", '"x"', '""', '"null"', "null"),
  not("config", '"x"', "1", "true", "null", "[]", "[{}]", '{"a":1e400}', '{"a":"{a*32761}"}'),
  unknownFields({ version: "2", preset_id: '"x"', creator_id: '"root"' }),
  rateLimit,
  creation
)
