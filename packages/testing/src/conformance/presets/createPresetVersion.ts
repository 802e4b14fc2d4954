import { part } from "../Api.js"
import type { Identified } from "../Change.js"
import { badRequest, is, newRecord, reads, record, refusedFor } from "../Expectation.js"
import { not, wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { presetSlug } from "../Ids.js"
import { WithId } from "../Made.js"
import { body } from "../Sent.js"
import { about, type Cases } from "../Subject.js"
import { given, versionsOf } from "./preset.js"

const settings = { system_prompt: "Answer in one sentence.", config: { temperature: 0.1, stop: ["."] } }

const creation: Cases<Identified> = ({ refuses, test }) => [
  test("it has the next number, and is in use once it is designated", async ({ api, ask, own, path }) => {
    const second = { version: 2, ...settings }
    const { data } = part(await ask(body(settings), newRecord(second)), WithId)
    await api.get(`${path}/2`, record({ id: data.id, ...second }))
    await api.get(`/presets/${own}`, reads({ "data.designated_version.version": 1 }))
    const designated = { designated_version_id: data.id }
    await api.patch(`/presets/${own}`, designated, record({ slug: own, ...designated }))
  }),
  test("without a prompt, there is none", ({ ask }) => ask({}, newRecord({ system_prompt: null, config: {} }))),
  test("concurrent creations all succeed, with numbers of their own", async ({ api, good, path, request }) => {
    await api.together(8, request(good), is(201), { 201: 8 })
    await api.get(`${path}?limit=1&offset=8`, reads({ "data.0.version": 9, total_count: 9 }))
  }),
  test("an archived preset gets no version", async ({ api, ask, own, path }) => {
    await api.patch(`/presets/${own}`, { status: "archived" }, is(200))
    await ask({}, refusedFor("preset_archived"))
    await api.get(path, reads({ total_count: 1 }))
  }),
  refuses("no config", { body: '{"system_prompt":"x"}' }, badRequest)
]

export const createPresetVersion = about(
  "createPresetVersion",
  {
    ids: {
      ...presetSlug,
      untouched: ({ api, other }, theirs) => api.get(versionsOf(theirs), reads({ total_count: 1 }), other)
    },
    given,
    fresh: async ({ made }) => ({ own: await made.preset() }),
    body: () => '{"config":{}}',
    expect: () => newRecord(),
    shows: newRecord,
    invalid: { body: '{"config":[]}' }
  },
  general,
  ids,
  wrongTypes("system_prompt", '"x"', '""', '"null"', "null"),
  not("config", '"x"', "1", "true", "null", "[]", "[{}]", '{"a":1e400}', `{"a":"${"a".repeat(32_761)}"}`),
  unknownFields({ version: "2", preset_id: '"x"', creator_id: '"root"' }),
  rateLimit,
  creation
)
