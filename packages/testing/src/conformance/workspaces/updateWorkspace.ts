import { badRequest, reads } from "../answers.js"
import { wrongTypes } from "../families/fields.js"
import { text, textOrNull } from "../families/texts.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { patches } from "../patches.js"
import { body, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { DEFAULT, slugs, workspaceId } from "./slugs.js"

const refused = (reason: string) => ({
  ...badRequest,
  json: { "error.metadata.reason": reason, "error.metadata.issues.0.path": ["slug"] }
})

const changes: Family = ({ asks, at, refuses, shows }) => [
  asks(
    "a new slug finds it from then on, and null clears the description",
    body({ slug: "{FRESH_NAME}", description: null }),
    shows({ slug: "{FRESH_NAME}", description: null }),
    {
      setup: ["name-fresh", "workspace-fresh"],
      follow: [{ request: get("/workspaces/{FRESH_NAME}"), expect: reads({ "data.id": workspaceId.own }) }]
    }
  ),
  refuses("a slug that another workspace has", body({ slug: "default" }), refused("slug_taken"), {
    setup: ["workspace-fresh"]
  }),
  refuses("a slug in the form of a UUID", body({ slug: UNKNOWN_UUID }), refused("invalid_input")),
  refuses(
    "another slug for the default workspace",
    { ...body({ slug: "other" }), ...at("default") },
    refused("default_slug_fixed")
  )
]

export const updateWorkspace = patches(
  "updateWorkspace",
  { ids: workspaceId, shape: "Workspace", invalid: { name: "" }, fields: ["slug", "name", "description"] },
  slugs(DEFAULT),
  text("name", 100),
  textOrNull("description", 500),
  wrongTypes("slug", '"x"', '"null"', '"x"'),
  changes
)
