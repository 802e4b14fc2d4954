import * as Data from "effect/Data"
import * as Schema from "effect/Schema"
import { OrganizationId, WorkspaceId } from "../Id.js"
import { expected, strict } from "../Input.js"
import { text, UserId } from "../Text.js"

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The readable name of a workspace in addresses; never the shape of a UUID, so that the two are never confused. */
export const WorkspaceSlug = Schema.String.pipe(
  Schema.filter((slug) => slug.length <= 50 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && !uuidShape.test(slug), {
    arbitrary: () => (fc) => fc.stringMatching(/^[a-z0-9]{1,9}(-[a-z0-9]{1,9}){0,4}$/)
  }),
  Schema.brand("WorkspaceSlug"),
  expected("1 to 50 lower-case letters and digits in groups joined by single hyphens, not a UUID")
)
export type WorkspaceSlug = typeof WorkspaceSlug.Type

export const Workspace = Schema.Struct({
  id: WorkspaceId,
  organization_id: OrganizationId,
  slug: WorkspaceSlug,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.NullOr(Schema.DateTimeUtc),
  created_by: Schema.NullOr(UserId)
}).annotations({ identifier: "Workspace" })
export type Workspace = typeof Workspace.Type

export const NewWorkspace = Schema.Struct({
  slug: WorkspaceSlug,
  name: text(100),
  description: Schema.optionalWith(Schema.NullOr(text(500)), { default: () => null })
}).annotations({ identifier: "NewWorkspace", ...strict })
export type NewWorkspace = typeof NewWorkspace.Type

/** No such workspace in the caller's organization. */
export class WorkspaceNotFound extends Data.TaggedError("WorkspaceNotFound") {
  override get message(): string {
    return "The organization has no such workspace."
  }
}

/** Another workspace of the organization has this slug. */
export class SlugTaken extends Data.TaggedError("SlugTaken")<{ readonly slug: string }> {
  override get message(): string {
    return "The organization has a workspace of this slug already."
  }
}
