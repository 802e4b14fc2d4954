import * as Schema from "effect/Schema"
import { notFoundById } from "../access/notFound.js"
import { expected } from "../schema/expected.js"
import { changesTo, documented, nullable, optional, required, strict } from "../schema/fields.js"
import { refusal } from "../schema/refusal.js"
import { text } from "../schema/text.js"
import { unchecked } from "../schema/unchecked.js"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { RequestLimit } from "../values/RequestCount.js"
import { Slug } from "../values/Slug.js"
import { UserId } from "../values/UserId.js"

/** Slug of a workspace. It never has the form of a UUID, so a path parameter is either an id or a slug. */
export const WorkspaceSlug = Slug.pipe(
  Schema.filter((slug) => !Schema.is(WorkspaceId)(slug), { jsonSchema: { not: { format: "uuid" } } }),
  Schema.brand("WorkspaceSlug"),
  expected("1 to 50 lowercase letters and digits in groups joined by single hyphens, not a UUID")
)
export type WorkspaceSlug = typeof WorkspaceSlug.Type

const maxInFlight =
  "Maximum number of open holds of all keys of the workspace together, at a time. Null means no limit."

/** A group of keys, credentials, guardrails and presets in an organization, identified by its id or slug. */
export const Workspace = Schema.Struct({
  id: documented(WorkspaceId, "Unique identifier."),
  slug: documented(WorkspaceSlug, "Name in URLs, unique in the organization.", WorkspaceSlug.make("research")),
  name: documented(unchecked(text(100)), "Display name.", "Research"),
  description: documented(
    Schema.NullOr(unchecked(text(500))),
    "Purpose of the workspace. Null if not stated.",
    "Experiments; no customers"
  ),
  max_in_flight: documented(Schema.NullOr(Schema.Int), maxInFlight, null),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC)."),
  updated_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "Time of the last change (UTC). Null if never changed.",
    null
  ),
  created_by: documented(Schema.NullOr(UserId), "User who created the workspace. Null if unknown.", UserId.make("ada"))
}).annotations({
  identifier: "Workspace",
  description: "A group of keys, credentials, guardrails and presets in the organization."
})
export interface Workspace extends Schema.Schema.Type<typeof Workspace> {}

/** A workspace as it is stored. */
export const WorkspaceRecord = Schema.Struct({ ...Workspace.fields, organization_id: OrganizationId })
export interface WorkspaceRecord extends Schema.Schema.Type<typeof WorkspaceRecord> {}

/** Input for creating a workspace. The slug is unique in the organization. */
export const NewWorkspace = Schema.Struct({
  slug: required(
    WorkspaceSlug,
    "Name in URLs, unique in the organization: lowercase letters and digits in groups joined by single hyphens, not a UUID."
  ),
  name: required(text(100), "Display name."),
  description: nullable(Schema.NullOr(text(500)), "Purpose of the workspace. Null if not stated."),
  max_in_flight: nullable(RequestLimit, maxInFlight)
}).annotations({
  identifier: "NewWorkspace",
  description: "Input for creating a workspace.",
  examples: [
    {
      slug: WorkspaceSlug.make("research"),
      name: "Research",
      description: "Experiments; no customers",
      max_in_flight: null
    }
  ],
  ...strict
})
export interface NewWorkspace extends Schema.Schema.Type<typeof NewWorkspace> {}

/** Changes to a workspace. Absent fields are left unchanged; `null` clears a field. */
export const WorkspacePatch = Schema.Struct({
  slug: optional(WorkspaceSlug, "New name in URLs, unique in the organization. The default workspace keeps its slug."),
  name: optional(text(100), "New display name."),
  description: optional(Schema.NullOr(text(500)), "Purpose of the workspace. Null if not stated."),
  max_in_flight: optional(RequestLimit, maxInFlight)
}).annotations(changesTo("a workspace", "WorkspacePatch", { name: "Research, Oslo", description: null }))
export interface WorkspacePatch extends Schema.Schema.Type<typeof WorkspacePatch> {}

/** The caller's organization has no workspace with this id or slug. */
export class WorkspaceNotFound extends notFoundById<WorkspaceNotFound>()("WorkspaceNotFound") {}

/** The default workspace keeps its slug. */
export class DefaultSlugFixed extends refusal<DefaultSlugFixed>()("DefaultSlugFixed", {}) {}

/** Everybody in the organization is a member of its default workspace, which stays. */
export class DefaultWorkspaceFixed extends refusal<DefaultWorkspaceFixed>()("DefaultWorkspaceFixed", {}) {}

/** A key of the workspace is enabled and has not expired. */
export class WorkspaceHasKeys extends refusal<WorkspaceHasKeys>()("WorkspaceHasKeys", {}) {}
