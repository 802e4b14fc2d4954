import { part } from "../Api.js"
import type { Target } from "../Change.js"
import { badRequest, is, NOTHING, newRecord, reads, record } from "../Expectation.js"
import { openHolds } from "../families/choices.js"
import { not, wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { text, textOrNull } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { freshName, WithId } from "../Made.js"
import { about, asking, type Cases, sparing, supplied } from "../Subject.js"

interface Named extends Target {
  readonly slug: string
}

/** Invalid slugs of a workspace, as JSON. */
const badSlugs = [
  ...'"A" "-a" "a-" "a--b" "a_b" "a.b" "a/b" "ä" "a\\n"'.split(" "),
  JSON.stringify("a".repeat(51)),
  '"01234567-89ab-4cde-8f01-23456789abcd"',
  JSON.stringify(UNKNOWN_UUID)
]

const creation: Cases<Named> = ({ testIdle, refuses, test }) => [
  test("it can be read by its UUID and its slug, and is listed", async ({ api, of, succeed }) => {
    const { data } = part(await succeed(), WithId)
    await api.get(`/workspaces/${data.id}`, record({ slug: of.slug }))
    await api.get(`/workspaces/${of.slug}`, reads({ "data.id": data.id }))
    await api.get("/workspaces?limit=1", reads({ "data.0.id": data.id }))
    await api.get(`/workspaces/${of.slug}/members`, NOTHING)
  }),
  test("a slug that exists", async ({ ask, succeed }) => {
    await succeed()
    await ask({}, badRequest)
  }),
  testIdle("the slug default, which every organization already has", ({ ask }) => ask({}, badRequest)),
  test("of concurrent creations, one succeeds", ({ api, good, request }) =>
    api.together(10, request(good), is(201), { 201: 1, 400: 9 })),
  refuses("no slug", { body: '{"name":"A workspace"}' }, badRequest),
  refuses("no name", { body: '{"slug":"nameless"}' }, badRequest)
]

const bad = '{"slug":"Not a slug","name":"A workspace"}'

export const createWorkspace = about<Named>(
  "createWorkspace",
  {
    given: () => ({ slug: "default" }),
    fresh: async () => ({ slug: freshName() }),
    body: ({ slug }) => JSON.stringify({ slug, name: "A workspace" }),
    expect: ({ slug }) =>
      newRecord({ slug, name: "A workspace", description: null, max_in_flight: null, updated_at: null }),
    shows: (fields, { slug }) => newRecord({ slug, ...fields }),
    invalid: { body: bad }
  },
  sparing(general),
  supplied(text("name", 100), textOrNull("description", 500), openHolds),
  wrongTypes("slug", '"x"', '"null"'),
  not("slug", ...badSlugs),
  unknownFields({
    created_by: '"root"',
    workspace_id: JSON.stringify(UNKNOWN_UUID),
    created_at: '"1970-01-01T00:00:00Z"'
  }),
  asking({ body: () => bad, expect: () => badRequest }, rateLimit),
  creation
)
