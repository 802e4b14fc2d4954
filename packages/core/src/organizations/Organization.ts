import * as Schema from "effect/Schema"
import { notFoundById } from "../access/notFound.js"
import { AlertThresholdsInput } from "../alerts/AlertThresholds.js"
import { ApiKey } from "../keys/ApiKey.js"
import { changesTo, documented, optional, strict } from "../schema/fields.js"
import { unchecked } from "../schema/unchecked.js"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { LimitInput } from "../values/Limit.js"
import { Name } from "../values/Name.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"
import { Workspace } from "../workspaces/Workspace.js"

/** A tenant. Every record belongs to one organization, and every query is restricted to it. */
export const Organization = Schema.Struct({
  id: documented(OrganizationId, "UUID of the organization."),
  name: documented(unchecked(Name), "Display name.", "Acme"),
  owner_user_id: documented(
    UserId,
    "User who owns the organization. The first member, with the role admin.",
    UserId.make("ada")
  ),
  default_workspace_id: documented(WorkspaceId, "UUID of the default workspace."),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC)."),
  default_key_limit: documented(
    Schema.NullOr(Usd.UsdFromNumber),
    "Default spending limit in USD of new keys. Null means unlimited.",
    Usd.fromNumber(25)
  ).pipe(Schema.withConstructorDefault(() => null)),
  alert_thresholds: documented(
    Schema.NullOr(Schema.Array(Schema.Int)),
    "Percentages of the limits of all budgets at which alerts are raised, in ascending order. Null means 50, 80 and 100.",
    [50, 80, 100]
  ).pipe(Schema.withConstructorDefault(() => null))
}).annotations({ identifier: "Organization", description: "A tenant. Every other record belongs to one." })
export interface Organization extends Schema.Schema.Type<typeof Organization> {}

/** Input for creating an organization. The owner becomes its first member, with the role `admin`. */
export const NewOrganization = Schema.Struct({
  name: documented(Name, "Display name."),
  owner_user_id: documented(UserId, "User who owns the organization. Becomes its first member, with the role admin.")
}).annotations({
  identifier: "NewOrganization",
  description: "An organization to create.",
  ...strict
})
export interface NewOrganization extends Schema.Schema.Type<typeof NewOrganization> {}

/** Changes to the caller's organization. Absent fields are left unchanged; `null` clears a field. */
export const OrganizationPatch = Schema.Struct({
  name: optional(
    Name,
    "New display name. `findOrCreate` still finds the organization by the name that it was created with."
  ),
  default_key_limit: optional(
    LimitInput,
    "Spending limit in USD of keys that are created without `limit`. Null means unlimited. It does not apply to management keys, imported keys and keys of OAuth applications, nor to keys that exist."
  ),
  alert_thresholds: optional(
    AlertThresholdsInput,
    "Percentages of the limits of all budgets at which alerts are raised: at most 10 whole numbers from 1 to 100, in ascending order. Null means 50, 80 and 100; an empty list raises none. What is spent already is not told again."
  )
}).annotations(
  changesTo("the organization", "OrganizationPatch", { name: "Acme", default_key_limit: Usd.fromNumber(25) })
)
export interface OrganizationPatch extends Schema.Schema.Type<typeof OrganizationPatch> {}

/** A new organization with its default workspace and its first management key. `key` is the secret, returned only here. */
export const CreatedOrganization = Schema.Struct({
  organization: documented(Organization, "The new organization."),
  workspace: documented(Workspace, "Its default workspace."),
  data: documented(ApiKey, "Its first management key, without the secret."),
  key: documented(Schema.Redacted(Schema.String), "Secret of the first management key. Shown only in this result.")
}).annotations({ description: "A new organization, with its default workspace and first management key." })
export interface CreatedOrganization extends Schema.Schema.Type<typeof CreatedOrganization> {}

/** An organization that was found or created. `data` and `key`, its first management key, are null if it was found. */
export const FoundOrganization = Schema.Struct({
  organization: documented(Organization, "The organization."),
  workspace: documented(Workspace, "Its default workspace."),
  data: documented(
    Schema.NullOr(ApiKey),
    "Its first management key, without the secret. Null if the organization existed before."
  ),
  key: documented(
    Schema.NullOr(Schema.Redacted(Schema.String)),
    "Secret of the first management key. Shown only in this result; null if the organization existed before."
  )
}).annotations({ description: "An organization that existed before or was created by this call." })
export interface FoundOrganization extends Schema.Schema.Type<typeof FoundOrganization> {}

/** There is no organization with this id. */
export class OrganizationNotFound extends notFoundById<OrganizationNotFound>()("OrganizationNotFound") {}
