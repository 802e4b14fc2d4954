import * as Schema from "effect/Schema"
import { part } from "../Api.js"
import type { Target } from "../Change.js"
import { badRequest, is, newRecord, reads, within } from "../Expectation.js"
import { not, wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { text, textOrNull } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { workspaces } from "../families/workspaces.js"
import { type Given, setting } from "../Given.js"
import { freshName } from "../Made.js"
import { about, asking, type Cases, sparing, supplied } from "../Subject.js"

interface Named extends Target {
  readonly slug: string
}

const settings = { system_prompt: "Answer briefly.", config: { temperature: 0.2, stop: ["."], deep: { a: [null, 1] } } }

const badSlugs = [
  ...'"A" "-a" "a-" "a--b" "a_b" "a.b" "a/b" "a%20b" "\u00e4"'.split(" "),
  JSON.stringify("a".repeat(51))
]

/** The change of a valid body by these fields. */
const json = ({ of }: Given<Named>, fields: object) => ({
  body: JSON.stringify({ slug: of.slug, name: "A preset", ...fields })
})

const Created = Schema.Struct({ data: Schema.Struct({ id: Schema.String, designated_version_id: Schema.String }) })

const creation: Cases<Named> = ({ refuses, test }) => [
  test("it is active, with a first version, when read and when listed", async (given) => {
    const { api, ask, of } = given
    const first = { version: 1, ...settings }
    const shown = { status: "active", status_updated_at: null, description: null, slug: of.slug }
    const answer = await ask(json(given, settings), newRecord({ ...shown, ...within("designated_version", first) }))
    const { data } = part(answer, Created)
    const version = { id: data.designated_version_id, preset_id: data.id, config: settings.config }
    await api.get(`/presets/${of.slug}`, reads({ "data.id": data.id, ...within("data.designated_version", version) }))
    await api.get("/presets?limit=1", reads({ "data.0.id": data.id }))
  }),
  test("without a prompt and settings, both are empty", ({ ask }) =>
    ask({}, newRecord(within("designated_version", { system_prompt: null, config: {} })))),
  test("a slug that exists", async ({ ask, succeed }) => {
    await succeed()
    await ask({}, badRequest)
  }),
  test("of concurrent creations, one succeeds", ({ api, good, request }) =>
    api.together(10, request(good), is(201), { 201: 1, 400: 9 })),
  refuses("no slug", { body: '{"name":"A preset"}' }, badRequest),
  refuses("no name", { body: '{"slug":"nameless"}' }, badRequest)
]

const inexact = ["12345678901234567890", "1e-400", "1e400", "0.12345678901234567"]
const exact = ["9007199254740991", "1.50", "1E+2", "0.30000000000000004", "-0.0"]

/** 32 KiB, in bytes: the limit of the prompt and of the settings. */
const sizes: Cases<Named> = (subject) => {
  const { asks, refuses } = subject
  const long = (bytes: number) => "a".repeat(bytes)
  return [
    asks("system_prompt: 32 KiB", (given) => json(given, { system_prompt: long(32_768) }), is(201)),
    refuses(
      "system_prompt: not of 32 KiB and one byte",
      (given) => json(given, { system_prompt: long(32_769) }),
      badRequest
    ),
    asks("system_prompt: lines and tabs", (given) => json(given, { system_prompt: "a\n\tb" }), is(201)),
    asks("config: 32 KiB", (given) => json(given, { config: { a: long(32_760) } }), is(201)),
    ...not("config", '"x"', "1", "true", "null", "[]", "[{}]", '"{}"')(subject),
    ...inexact.map((value) =>
      refuses(`config: not with ${value}, which would read otherwise`, setting("config", `{"a":[${value}]}`), {
        ...badRequest,
        json: { "error.metadata.issues.0.path": ["config"] }
      })
    ),
    ...exact.map((value) =>
      asks(
        `config: with ${value}`,
        setting("config", `{"a":[${value}]}`),
        newRecord({ "designated_version.config": { a: [Math.abs(Number(value))] } })
      )
    ),
    refuses("config: not of 32 KiB and one byte", (given) => json(given, { config: { a: long(32_761) } }), badRequest)
  ]
}

const bad = '{"slug":"Not a slug","name":"A preset"}'

export const createPreset = about<Named>(
  "createPreset",
  {
    given: ({ account }) => ({ slug: account.PRESET_SLUG }),
    fresh: async () => ({ slug: freshName() }),
    body: ({ slug }) => JSON.stringify({ slug, name: "A preset" }),
    expect: ({ slug }) => newRecord({ slug, name: "A preset" }),
    shows: (fields, { slug }) => newRecord({ slug, ...fields }),
    invalid: { body: bad }
  },
  sparing(general),
  supplied(text("name"), textOrNull("description", 1000)),
  supplied(wrongTypes("system_prompt", '"x"', '""', '"null"', "null")),
  wrongTypes("slug", '"x"', '"null"'),
  not("slug", ...badSlugs),
  unknownFields({ status: '"disabled"', version: "2", designated_version_id: '"x"', creator_user_id: '"root"' }),
  asking({ body: () => bad, expect: () => badRequest }, rateLimit),
  supplied<Named>(workspaces, sizes),
  creation
)
