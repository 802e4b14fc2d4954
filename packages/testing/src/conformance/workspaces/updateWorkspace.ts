import { reads, refusedFor } from "../Expectation.js"
import { openHolds } from "../families/choices.js"
import { wrongTypes } from "../families/fields.js"
import { text, textOrNull } from "../families/texts.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { freshName } from "../Made.js"
import { patches } from "../patches.js"
import { body } from "../Sent.js"
import type { Family } from "../Subject.js"
import { DEFAULT, given, slugs, workspaceId } from "./slugs.js"

const changes: Family = ({ test, refuses }) => [
  test("a new slug finds it from then on, and null clears the description", async ({ api, made }) => {
    const [id, slug] = [await made.workspace(), freshName()]
    const fields = { slug, description: null }
    await api.patch(`/workspaces/${id}`, fields, reads({ "data.slug": slug, "data.description": null, "data.id": id }))
    await api.get(`/workspaces/${slug}`, reads({ "data.id": id }))
  }),
  test("a slug that another workspace has", async ({ api, made }) => {
    const path = `/workspaces/${await made.workspace()}`
    await api.patch(path, { slug: "default" }, refusedFor("slug_taken", "slug"))
  }),
  refuses("a slug in the form of a UUID", body({ slug: UNKNOWN_UUID }), refusedFor("invalid_input", "slug")),
  refuses(
    "another slug for the default workspace",
    ({ at }) => ({ ...body({ slug: "other" }), ...at("default") }),
    refusedFor("default_slug_fixed", "slug")
  )
]

export const updateWorkspace = patches(
  "updateWorkspace",
  { ids: workspaceId, given, invalid: { name: "" }, fields: ["slug", "name", "description", "max_in_flight"] },
  slugs(DEFAULT),
  text("name", 100),
  textOrNull("description", 500),
  openHolds,
  wrongTypes("slug", '"x"', '"null"', '"x"'),
  changes
)
