import * as Schema from "effect/Schema"
import { type Expectation, NOTHING, TIME, UUID } from "../Expectation.js"
import { page } from "../families/paging.js"
import { ofWorkspace } from "../families/workspaces.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"

const uuid = Schema.String.pipe(Schema.pattern(UUID))
const time = Schema.String.pipe(Schema.pattern(TIME))

/** The whole body, as it must be whatever the contract's own schema says. */
const Whole = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: uuid,
      name: Schema.String,
      slug: Schema.String,
      description: Schema.NullOr(Schema.String),
      designated_version_id: uuid,
      status: Schema.String,
      status_updated_at: Schema.NullOr(time),
      workspace_id: uuid,
      creator_user_id: Schema.String,
      created_at: time,
      updated_at: time
    })
  ),
  total_count: Schema.Int
})

/** A page of presets, most recently updated first. */
export const presets = (most: number): Expectation => ({ ...page("-updated_at", "id")(most), body: Whole })

const which: Family = ({ test }) => [
  test("an ordinary key sees nothing of another workspace of its organization", async ({ api, made, run }) => {
    const { id } = await made.defaultWorkspace()
    await api.get(`/presets?workspace_id=${id}`, NOTHING, run.plain)
  }),
  test("an ordinary key sees nothing of another organization's workspace", ({ account, api, run }) =>
    api.get(`/presets?workspace_id=${account.OTHER_WORKSPACE_ID}`, NOTHING, run.plain))
]

export const listPresets = lists("listPresets", { page: presets }, ofWorkspace(), which)
