import * as Schema from "effect/Schema"
import { expected } from "../expected.js"
import { flag } from "../flag.js"
import { OrganizationId, WorkspaceId, WorkspaceIdInput } from "../Id.js"
import { LimitInput, LimitResetInput } from "../Limit.js"
import { maybe, orNull } from "../maybe.js"
import { Name } from "../Name.js"
import { strict } from "../strict.js"
import { text } from "../text.js"
import { UsdFromNumber } from "../Usd.js"
import { ShortId, shortId, uuid, uuidInput } from "../uuid.js"
import { WindowKind } from "../Window.js"

export const GuardrailId = uuid("GuardrailId")
export type GuardrailId = typeof GuardrailId.Type

/** A guardrail that somebody names in a request. */
export const GuardrailIdInput = uuidInput(GuardrailId)

const slugs = Schema.NullOr(Schema.Array(Schema.String))

/**
 * A policy that members are assigned to. Its budget is in US dollars for each reset interval. Of models and providers,
 * null allows all and ignores none, and an empty list of allowed ones allows none.
 */
export const Guardrail = Schema.Struct({
  id: GuardrailId,
  workspace_id: WorkspaceId,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  limit_usd: Schema.NullOr(UsdFromNumber),
  reset_interval: Schema.NullOr(WindowKind),
  allowed_models: slugs,
  ignored_models: slugs,
  allowed_providers: slugs,
  ignored_providers: slugs,
  enforce_zdr: Schema.NullOr(Schema.Boolean),
  include_byok_in_budgets: Schema.Boolean,
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.NullOr(Schema.DateTimeUtc)
}).annotations({ identifier: "Guardrail" })
export type Guardrail = typeof Guardrail.Type

/** A guardrail as it is kept. */
export const GuardrailRecord = Schema.Struct({ ...Guardrail.fields, organization_id: OrganizationId })
export type GuardrailRecord = typeof GuardrailRecord.Type

const slugsOf = (what: string) =>
  Schema.NullOr(Schema.Array(Name).pipe(Schema.maxItems(1000))).pipe(
    expected(`a list of at most 1000 ${what} slugs, or null`)
  )

const terms = {
  description: Schema.NullOr(text(1000)),
  limit_usd: LimitInput,
  reset_interval: LimitResetInput,
  allowed_models: slugsOf("model"),
  ignored_models: slugsOf("model"),
  allowed_providers: slugsOf("provider"),
  ignored_providers: slugsOf("provider"),
  enforce_zdr: Schema.NullOr(Schema.Boolean).pipe(expected("true, false or null"))
}

/** What a guardrail is created from. `limit_usd` is US dollars in each interval, and needs one. */
export const NewGuardrail = Schema.Struct({
  name: text(200),
  description: orNull(terms.description),
  limit_usd: orNull(terms.limit_usd),
  reset_interval: orNull(terms.reset_interval),
  allowed_models: orNull(terms.allowed_models),
  ignored_models: orNull(terms.ignored_models),
  allowed_providers: orNull(terms.allowed_providers),
  ignored_providers: orNull(terms.ignored_providers),
  enforce_zdr: orNull(terms.enforce_zdr),
  include_byok_in_budgets: Schema.optionalWith(flag, { default: () => false }),
  workspace_id: maybe(WorkspaceIdInput)
}).annotations({ identifier: "NewGuardrail", ...strict })
export type NewGuardrail = typeof NewGuardrail.Type

/** A change to a guardrail: an absent field is left alone, `null` clears. */
export const GuardrailPatch = Schema.Struct({
  name: maybe(text(200)),
  description: maybe(terms.description),
  limit_usd: maybe(terms.limit_usd),
  reset_interval: maybe(terms.reset_interval),
  allowed_models: maybe(terms.allowed_models),
  ignored_models: maybe(terms.ignored_models),
  allowed_providers: maybe(terms.allowed_providers),
  ignored_providers: maybe(terms.ignored_providers),
  enforce_zdr: maybe(terms.enforce_zdr),
  include_byok_in_budgets: maybe(flag)
}).annotations({ identifier: "GuardrailPatch", ...strict })
export type GuardrailPatch = typeof GuardrailPatch.Type

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
