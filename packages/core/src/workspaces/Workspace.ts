import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { documented, nullable, required, strict } from "../schema/fields.js"
import { text } from "../schema/text.js"
import { ShortId, shortId } from "../schema/uuid.js"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { Slug } from "../values/Slug.js"
import { UserId } from "../values/UserId.js"

/** The readable name of a workspace in addresses; never the shape of a UUID, so that the two are never confused. */
export const WorkspaceSlug = Slug.pipe(
  Schema.filter((slug) => !Schema.is(WorkspaceId)(slug)),
  Schema.brand("WorkspaceSlug"),
  expected("1 to 50 lower-case letters and digits in groups joined by single hyphens, not a UUID")
)
export type WorkspaceSlug = typeof WorkspaceSlug.Type

/** Where an organization keeps what belongs together: keys, credentials, guardrails, presets. Named by its id or slug. */
export const Workspace = Schema.Struct({
  id: documented(WorkspaceId, "Names the workspace for good"),
  slug: documented(WorkspaceSlug, "Names it in addresses, within the organization", WorkspaceSlug.make("research")),
  name: documented(Schema.String, "The name that people read", "Research"),
  description: documented(
    Schema.NullOr(Schema.String),
    "What it is for; null for nothing",
    "Experiments; no customers"
  ),
  created_at: documented(Schema.DateTimeUtc, "When the workspace was created"),
  updated_at: documented(Schema.NullOr(Schema.DateTimeUtc), "When it was last changed; null for never", null),
  created_by: documented(Schema.NullOr(UserId), "The user in whose name; null where none is known", UserId.make("ada"))
}).annotations({
  identifier: "Workspace",
  description: "Where an organization keeps what belongs together: keys, credentials, guardrails, presets."
})
export interface Workspace extends Schema.Schema.Type<typeof Workspace> {}

/** A workspace as it is kept. */
export const WorkspaceRecord = Schema.Struct({ ...Workspace.fields, organization_id: OrganizationId })
export interface WorkspaceRecord extends Schema.Schema.Type<typeof WorkspaceRecord> {}

/** What a workspace is created from. The slug is the organization's own. */
export const NewWorkspace = Schema.Struct({
  slug: required(WorkspaceSlug, "Names it in addresses, within the organization"),
  name: required(text(100), "The name that people read"),
  description: nullable(Schema.NullOr(text(500)), "What it is for; null for nothing")
}).annotations({
  identifier: "NewWorkspace",
  description: "What a workspace is made of.",
  examples: [{ slug: WorkspaceSlug.make("research"), name: "Research", description: "Experiments; no customers" }],
  ...strict
})
export interface NewWorkspace extends Schema.Schema.Type<typeof NewWorkspace> {}

/** No such workspace in the caller's organization. */
export class WorkspaceNotFound extends Schema.TaggedError<WorkspaceNotFound>()("WorkspaceNotFound", {
  /** The first 8 digits of the id; null where the workspace was not asked for by its id. */
  short_id: Schema.NullOr(ShortId)
}) {
  override get message(): string {
    return "The organization has no such workspace."
  }
  static of(id: WorkspaceId | null): WorkspaceNotFound {
    return new WorkspaceNotFound({ short_id: shortId(id) })
  }
}
