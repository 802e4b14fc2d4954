import * as Schema from "effect/Schema"
import { OrganizationId, WorkspaceId, WorkspaceIdInput } from "../Id.js"
import { LimitInput, LimitResetInput } from "../Limit.js"
import { maybe, orNull } from "../maybe.js"
import { strict } from "../strict.js"
import { text } from "../text.js"
import { UsdFromNumber } from "../Usd.js"
import { ShortId, shortId, uuid, uuidInput } from "../uuid.js"
import { WindowKind } from "../Window.js"

export const GuardrailId = uuid("GuardrailId")
export type GuardrailId = typeof GuardrailId.Type

/** A guardrail that somebody names in a request. */
export const GuardrailIdInput = uuidInput(GuardrailId)

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

/** What a guardrail is created from. `limit_usd` is US dollars in each interval, and needs one. */
export const NewGuardrail = Schema.Struct({
  name: text(200),
  description: orNull(Schema.NullOr(text(1000))),
  limit_usd: orNull(LimitInput),
  reset_interval: orNull(LimitResetInput),
  workspace_id: maybe(WorkspaceIdInput)
}).annotations({ identifier: "NewGuardrail", ...strict })
export type NewGuardrail = typeof NewGuardrail.Type

/** No such guardrail in the caller's organization. */
export class GuardrailNotFound extends Schema.TaggedError<GuardrailNotFound>()("GuardrailNotFound", {
  /** The first 8 digits of the id; null where what was asked for is none. */
  short_id: Schema.NullOr(ShortId)
}) {
  override get message(): string {
    return "The organization has no such guardrail."
  }
  static of(id: GuardrailId | null): GuardrailNotFound {
    return new GuardrailNotFound({ short_id: shortId(id) })
  }
}

/** A budget needs an interval after which it starts again. */
export class IntervalRequired extends Schema.TaggedError<IntervalRequired>()("IntervalRequired", {}) {
  override get message(): string {
    return "limit_usd needs a reset_interval."
  }
}
