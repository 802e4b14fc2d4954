import * as Data from "effect/Data"
import * as Schema from "effect/Schema"
import { OrganizationId, uuid, WorkspaceId, WorkspaceIdInput } from "../Id.js"
import { expected, strict } from "../Input.js"
import { LimitInput, LimitResetInput } from "../keys/ApiKey.js"
import { text, UserId } from "../Text.js"
import { UsdFromNumber } from "../Usd.js"
import { WindowKind } from "../Window.js"

export const GuardrailId = uuid("GuardrailId")
export type GuardrailId = typeof GuardrailId.Type

/** A policy that members are assigned to. Its budget is in US dollars for each reset interval. */
export const Guardrail = Schema.Struct({
  id: GuardrailId,
  organization_id: OrganizationId,
  workspace_id: WorkspaceId,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  limit_usd: Schema.NullOr(UsdFromNumber),
  reset_interval: Schema.NullOr(WindowKind),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.NullOr(Schema.DateTimeUtc)
}).annotations({ identifier: "Guardrail" })
export type Guardrail = typeof Guardrail.Type

export const NewGuardrail = Schema.Struct({
  name: text(200),
  description: Schema.optionalWith(Schema.NullOr(text(1000)), { default: () => null }),
  limit_usd: Schema.optionalWith(LimitInput, { default: () => null }),
  reset_interval: Schema.optionalWith(LimitResetInput, { default: () => null }),
  workspace_id: Schema.optionalWith(WorkspaceIdInput, { exact: true })
}).annotations({ identifier: "NewGuardrail", ...strict })
export type NewGuardrail = typeof NewGuardrail.Type

/** A member under a guardrail; at most one guardrail in a workspace. */
export interface MemberAssignment {
  readonly organization_id: OrganizationId
  readonly workspace_id: WorkspaceId
  readonly guardrail_id: GuardrailId
  readonly user_id: UserId
  readonly assigned_by: UserId | null
  readonly created_at: Guardrail["created_at"]
}

/** The members to assign or to remove: 1 to 1,000 user ids. */
export const MemberIds = Schema.Struct({
  member_user_ids: Schema.Array(UserId).pipe(
    Schema.minItems(1),
    Schema.maxItems(1000),
    expected("a list of 1 to 1000 user ids, each text of 1 to 255 characters")
  )
}).annotations({ identifier: "MemberIds", ...strict })
export type MemberIds = typeof MemberIds.Type

/** No such guardrail in the caller's organization. */
export class GuardrailNotFound extends Data.TaggedError("GuardrailNotFound") {
  override get message(): string {
    return "The organization has no such guardrail."
  }
}

/** A budget needs an interval after which it starts again. */
export class IntervalRequired extends Data.TaggedError("IntervalRequired") {
  override get message(): string {
    return "limit_usd needs a reset_interval."
  }
}
