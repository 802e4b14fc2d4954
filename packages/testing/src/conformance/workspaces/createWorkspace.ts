import { about, asking, sparing, supplied } from "../about.js"
import { badRequest, newRecord, reads, record } from "../answers.js"
import { not, wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { text, textOrNull } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { get } from "../requests.js"
import type { Family } from "../Subject.js"

const workspace = (fields: Readonly<Record<string, unknown>> = {}) =>
  newRecord("Workspace", { slug: "{FRESH_NAME}", ...fields })
const setup = ["name-fresh"] as const
const taken = '{"slug":"default","name":"A workspace"}'

/** Invalid slugs of a workspace, as JSON. */
const badSlugs =
  '"A" "-a" "a-" "a--b" "a_b" "a.b" "a/b" "ä" "a\\n" "{a*51}" "01234567-89ab-4cde-8f01-23456789abcd" "{WORKSPACE_ID}"'

const creation: Family = ({ asks, good, refuses, request }) => [
  asks(
    "it can be read by its UUID and its slug, and is listed",
    good,
    { status: 201, save: { NEW_ID: "data.id" } },
    {
      setup,
      follow: [
        { request: get("/workspaces/{NEW_ID}"), expect: record("Workspace", { slug: "{FRESH_NAME}" }) },
        { request: get("/workspaces/{FRESH_NAME}"), expect: reads({ "data.id": "{NEW_ID}" }) },
        { request: get("/workspaces?limit=1"), expect: reads({ "data.0.id": "{NEW_ID}" }) },
        {
          request: get("/workspaces/{FRESH_NAME}/members"),
          expect: { status: 200, body: { data: [], total_count: 0 } }
        }
      ]
    }
  ),
  asks("a slug that exists", good, badRequest, {
    basis: "spec",
    setup,
    before: [{ request: request(good), expect: { status: 201 } }]
  }),
  refuses("the slug default, which every organization already has", { body: taken }, badRequest),
  asks(
    "of concurrent creations, one succeeds",
    { ...good, concurrent: 10 },
    { status: 201, tally: { "201": 1, "400": 9 } },
    { basis: "derived", setup }
  ),
  refuses("no slug", { body: '{"name":"A workspace"}' }, badRequest),
  refuses("no name", { body: '{"slug":"nameless"}' }, badRequest)
]

const bad = '{"slug":"Not a slug","name":"A workspace"}'

export const createWorkspace = about(
  "createWorkspace",
  {
    success: {
      body: '{"slug":"{FRESH_NAME}","name":"A workspace"}',
      expect: workspace({ name: "A workspace", description: null, updated_at: null }),
      setup
    },
    shows: workspace,
    body: taken,
    invalid: { body: bad }
  },
  sparing(general),
  supplied(text("name", 100), textOrNull("description", 500)),
  wrongTypes("slug", '"x"', '"null"'),
  not("slug", ...badSlugs.split(" ")),
  unknownFields({ created_by: '"root"', workspace_id: '"{WORKSPACE_ID}"', created_at: '"1970-01-01T00:00:00Z"' }),
  asking({ body: bad, expect: badRequest }, rateLimit),
  creation
)
