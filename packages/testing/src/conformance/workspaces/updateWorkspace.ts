import { about } from "../about.js"
import { badRequest, reads, record } from "../answers.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { texts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import { get } from "../requests.js"
import type { Family } from "../Subject.js"
import { slugs } from "./slugs.js"

const own = "{WORKSPACE_ID}"
const theirs = "{OTHER_WORKSPACE_ID}"
const workspace = (fields: Readonly<Record<string, unknown>> = {}) => record("Workspace", { id: own, ...fields })
const body = (fields: Readonly<Record<string, unknown>>) => ({ body: JSON.stringify(fields) })
const shows = (name: string) => (value: unknown) => workspace({ [name]: value })
const refused = (reason: string) => ({
  ...badRequest,
  json: { "error.metadata.reason": reason, "error.metadata.issues.0.path": ["slug"] }
})

const changes: Family = ({ asks, path, refuses }) => [
  asks(
    "a new slug finds it from then on, and null clears the description",
    body({ slug: "{FRESH_NAME}", description: null }),
    workspace({ slug: "{FRESH_NAME}", description: null }),
    {
      setup: ["name-fresh", "workspace-fresh"],
      follow: [{ request: get("/workspaces/{FRESH_NAME}"), expect: reads({ "data.id": own }) }]
    }
  ),
  refuses("a slug that another workspace has", body({ slug: "default" }), refused("slug_taken"), {
    setup: ["workspace-fresh"]
  }),
  refuses("a slug in the form of a UUID", body({ slug: UNKNOWN_UUID }), refused("invalid_input")),
  refuses(
    "another slug for the default workspace",
    { ...body({ slug: "other" }), path: path.replace(own, "default") },
    refused("default_slug_fixed")
  )
]

export const updateWorkspace = about(
  "updateWorkspace",
  {
    path: { id: own },
    success: { body: "{}", expect: workspace() },
    body: '{"name":"should not stay"}',
    invalid: { body: '{"name":""}' },
    reading: { request: get(`/workspaces/${own}`), except: [] }
  },
  general,
  uuids({ own, theirs }),
  slugs({ path: (id) => `/workspaces/${id}`, found: record("Workspace", { slug: "default" }) }),
  texts({ name: "name" }, shows("name"), 100),
  texts({ name: "description" }, shows("description"), 500),
  wrongTypes({ name: "description" }, '"x"', '"null"', "null"),
  unknownFields({ created_by: '"root"', created_at: '"1970-01-01T00:00:00Z"' }),
  rateLimit({
    ids: { own, theirs, unknownId: UNKNOWN_UUID },
    theirsRead: record("Workspace", { id: theirs })
  }),
  changes
)
