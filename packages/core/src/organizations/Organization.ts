import * as Schema from "effect/Schema"
import { ApiKey } from "../keys/ApiKey.js"
import { strict } from "../schema/fields.js"
import { ShortId, shortId } from "../schema/uuid.js"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { Name } from "../values/Name.js"
import { UserId } from "../values/UserId.js"
import { Workspace } from "../workspaces/Workspace.js"

/** A tenant. Every record belongs to one organization, and every query is restricted to it. */
export const Organization = Schema.Struct({
  id: OrganizationId,
  name: Schema.String,
  owner_user_id: UserId,
  default_workspace_id: WorkspaceId,
  created_at: Schema.DateTimeUtc
}).annotations({ identifier: "Organization" })
export interface Organization extends Schema.Schema.Type<typeof Organization> {}

/** Input for creating an organization. The owner becomes its first member, with the role `admin`. */
export const NewOrganization = Schema.Struct({ name: Name, owner_user_id: UserId }).annotations({
  identifier: "NewOrganization",
  ...strict
})
export interface NewOrganization extends Schema.Schema.Type<typeof NewOrganization> {}

/** A new organization with its default workspace and its first management key. `key` is the secret, returned only here. */
export const CreatedOrganization = Schema.Struct({
  organization: Organization,
  workspace: Workspace,
  data: ApiKey,
  key: Schema.Redacted(Schema.String)
})
export interface CreatedOrganization extends Schema.Schema.Type<typeof CreatedOrganization> {}

/** An organization that was found or created. `data` and `key`, its first management key, are null if it was found. */
export const FoundOrganization = Schema.Struct({
  organization: Organization,
  workspace: Workspace,
  data: Schema.NullOr(ApiKey),
  key: Schema.NullOr(Schema.Redacted(Schema.String))
})
export interface FoundOrganization extends Schema.Schema.Type<typeof FoundOrganization> {}

/** There is no organization with this id. */
export class OrganizationNotFound extends Schema.TaggedError<OrganizationNotFound>()("OrganizationNotFound", {
  /** The first 8 digits of the id; null if the given text is not an id. */
  short_id: Schema.NullOr(ShortId)
}) {
  override get message(): string {
    return "There is no organization with this id."
  }
  static of(id: OrganizationId | null): OrganizationNotFound {
    return new OrganizationNotFound({ short_id: shortId(id) })
  }
}
