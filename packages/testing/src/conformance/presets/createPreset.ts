import { about, asking, sparing, supplied } from "../about.js"
import { badRequest, newRecord } from "../answers.js"
import { not, wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { text, textOrNull } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { workspaces } from "../families/workspaces.js"
import { get } from "../requests.js"
import type { Family } from "../Subject.js"

const setup = ["name-fresh"] as const
const own = "{FRESH_NAME}"
const preset = (fields: Readonly<Record<string, unknown>> = {}) =>
  newRecord("PresetWithVersion", { slug: own, ...fields })

const json = (fields: Readonly<Record<string, unknown>>) => JSON.stringify({ slug: own, name: "A preset", ...fields })
const body = (fields: Readonly<Record<string, unknown>>) => ({ body: json(fields) })
const settings = { system_prompt: "Answer briefly.", config: { temperature: 0.2, stop: ["."], deep: { a: [null, 1] } } }

const badSlugs = '"A" "-a" "a-" "a--b" "a_b" "a.b" "a/b" "a%20b" "\u00e4" "{a*51}"'

const creation: Family = ({ asks, good, refuses, request }) => [
  asks(
    "it is active, with a first version, when read and when listed",
    body(settings),
    {
      ...preset({ status: "active", status_updated_at: null, description: null }),
      save: { NEW_ID: "data.id", VERSION_ID: "data.designated_version_id" },
      json: {
        "data.designated_version.version": 1,
        "data.designated_version.system_prompt": settings.system_prompt,
        "data.designated_version.config": settings.config
      }
    },
    {
      basis: "spec",
      setup,
      follow: [
        {
          request: get(`/presets/${own}`),
          expect: {
            status: 200,
            json: {
              "data.id": "{NEW_ID}",
              "data.designated_version.id": "{VERSION_ID}",
              "data.designated_version.preset_id": "{NEW_ID}",
              "data.designated_version.config": settings.config
            }
          }
        },
        { request: get("/presets?limit=1"), expect: { status: 200, json: { "data.0.id": "{NEW_ID}" } } }
      ]
    }
  ),
  asks(
    "without a prompt and settings, both are empty",
    good,
    {
      status: 201,
      json: { "data.designated_version.system_prompt": null, "data.designated_version.config": {} }
    },
    { setup }
  ),
  asks("a slug that exists", good, badRequest, {
    basis: "spec",
    setup,
    before: [{ request: request(good), expect: { status: 201 } }]
  }),
  asks(
    "of concurrent creations, one succeeds",
    { ...good, concurrent: 10 },
    { status: 201, tally: { "201": 1, "400": 9 } },
    { basis: "derived", setup }
  ),
  refuses("no slug", { body: '{"name":"A preset"}' }, badRequest),
  refuses("no name", { body: '{"slug":"nameless"}' }, badRequest)
]

/** 32 KiB, in bytes: the limit of the prompt and of the settings. */
const sizes: Family = (subject) => {
  const { asks, refuses, sending } = subject
  return [
    asks("system_prompt: 32 KiB", body({ system_prompt: "{a*32768}" }), preset(), { setup }),
    refuses("system_prompt: not of 32 KiB and one byte", body({ system_prompt: "{a*32769}" }), badRequest, { setup }),
    asks("system_prompt: lines and tabs", body({ system_prompt: "a\n\tb" }), { status: 201 }, { setup }),
    asks("config: 32 KiB", body({ config: { a: "{a*32760}" } }), preset(), { setup }),
    ...not("config", '"x"', "1", "true", "null", "[]", "[{}]", '"{}"')(subject),
    ...["12345678901234567890", "1e-400", "1e400", "0.12345678901234567"].map((value) =>
      refuses(
        `config: not with ${value}, which would read otherwise`,
        sending("config", `{"a":[${value}]}`),
        {
          ...badRequest,
          json: { "error.metadata.issues.0.path": ["config"] }
        },
        { setup }
      )
    ),
    ...["9007199254740991", "1.50", "1E+2", "0.30000000000000004", "-0.0"].map((value) =>
      asks(
        `config: with ${value}`,
        sending("config", `{"a":[${value}]}`),
        { status: 201, json: { "data.designated_version.config": { a: [Math.abs(Number(value))] } } },
        { setup }
      )
    ),
    refuses("config: not of 32 KiB and one byte", body({ config: { a: "{a*32761}" } }), badRequest, { setup })
  ]
}

const taken = json({ slug: "{PRESET_SLUG}" })
const bad = json({ slug: "Not a slug" })

export const createPreset = about(
  "createPreset",
  {
    success: { body: json({}), expect: preset({ name: "A preset" }), setup },
    shows: preset,
    body: taken,
    invalid: { body: bad }
  },
  sparing(general),
  supplied(text("name"), textOrNull("description", 1000)),
  supplied(wrongTypes("system_prompt", '"x"', '""', '"null"', "null")),
  wrongTypes("slug", '"x"', '"null"'),
  not("slug", ...badSlugs.split(" ")),
  unknownFields({ status: '"disabled"', version: "2", designated_version_id: '"x"', creator_user_id: '"root"' }),
  asking({ body: bad, expect: badRequest }, rateLimit),
  supplied(workspaces, sizes),
  creation
)
