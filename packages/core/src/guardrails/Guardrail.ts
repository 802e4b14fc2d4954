import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { bool, documented, nullable, optional, optionalFalse, required, strict } from "../schema/fields.js"
import { text } from "../schema/text.js"
import { ShortId, shortId, uuid, uuidInput } from "../schema/uuid.js"
import { OrganizationId, WorkspaceId, WorkspaceIdInput } from "../values/Id.js"
import { LimitInput, LimitResetInput } from "../values/Limit.js"
import { Name } from "../values/Name.js"
import * as Usd from "../values/Usd.js"
import { WindowKind } from "../values/Window.js"

export const GuardrailId = uuid("GuardrailId")
export type GuardrailId = typeof GuardrailId.Type

/** A guardrail that somebody names in a request. */
export const GuardrailIdInput = uuidInput(GuardrailId)

const slugs = Schema.NullOr(Schema.Array(Schema.String))
const dollars = Usd.fromNumber

const words = {
  name: "The name that people read",
  description: "What it is for; null for nothing",
  limit_usd: "What each member may spend in an interval, in USD, 0 to block it; null for no limit",
  reset_interval: "When the budget starts again, at midnight UTC; null only without a budget",
  allowed_models: "The models that may be asked, by their slugs; null for all, an empty list for none",
  ignored_models: "The models that may not be asked; null for none",
  allowed_providers: "The providers that may be used, by their slugs; null for all, an empty list for none",
  ignored_providers: "The providers that may not be used; null for none",
  enforce_zdr: "Whether only endpoints that retain no data may be used; null where nothing is said",
  include_byok_in_budgets: "Whether spending through the account's own credentials counts, too"
}

/** A policy that members are assigned to. Its budget is in US dollars for each reset interval. */
export const Guardrail = Schema.Struct({
  id: documented(GuardrailId, "Names the guardrail"),
  workspace_id: documented(WorkspaceId, "The workspace that it belongs to"),
  name: documented(Schema.String, words.name, "Interns"),
  description: documented(Schema.NullOr(Schema.String), words.description, "Ten dollars a day"),
  limit_usd: documented(Schema.NullOr(Usd.UsdFromNumber), words.limit_usd, dollars(10)),
  reset_interval: documented(Schema.NullOr(WindowKind), words.reset_interval, "daily"),
  allowed_models: documented(slugs, words.allowed_models, ["acme/writer"]),
  ignored_models: documented(slugs, words.ignored_models, null),
  allowed_providers: documented(slugs, words.allowed_providers, null),
  ignored_providers: documented(slugs, words.ignored_providers, null),
  enforce_zdr: documented(Schema.NullOr(Schema.Boolean), words.enforce_zdr, null),
  include_byok_in_budgets: documented(Schema.Boolean, words.include_byok_in_budgets),
  created_at: documented(Schema.DateTimeUtc, "When the guardrail was created"),
  updated_at: documented(Schema.NullOr(Schema.DateTimeUtc), "When it was last changed; null for never", null)
}).annotations({ identifier: "Guardrail", description: "A policy that members are under." })
export interface Guardrail extends Schema.Schema.Type<typeof Guardrail> {}

/** A guardrail as it is kept. */
export const GuardrailRecord = Schema.Struct({ ...Guardrail.fields, organization_id: OrganizationId })
export interface GuardrailRecord extends Schema.Schema.Type<typeof GuardrailRecord> {}

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

/** What a guardrail is created from. Without a workspace it goes to the caller's. */
export const NewGuardrail = Schema.Struct({
  name: required(text(200), words.name),
  description: nullable(terms.description, words.description),
  limit_usd: nullable(terms.limit_usd, words.limit_usd),
  reset_interval: nullable(terms.reset_interval, words.reset_interval),
  allowed_models: nullable(terms.allowed_models, words.allowed_models),
  ignored_models: nullable(terms.ignored_models, words.ignored_models),
  allowed_providers: nullable(terms.allowed_providers, words.allowed_providers),
  ignored_providers: nullable(terms.ignored_providers, words.ignored_providers),
  enforce_zdr: nullable(terms.enforce_zdr, words.enforce_zdr),
  include_byok_in_budgets: optionalFalse(words.include_byok_in_budgets),
  workspace_id: optional(WorkspaceIdInput, "The workspace that it goes to, by its UUID; without it, the caller's")
}).annotations({
  identifier: "NewGuardrail",
  description: "What a guardrail is made of.",
  examples: [
    {
      name: "Interns",
      description: "Ten dollars a day",
      limit_usd: dollars(10),
      reset_interval: "daily",
      allowed_models: null,
      ignored_models: null,
      allowed_providers: null,
      ignored_providers: null,
      enforce_zdr: null,
      include_byok_in_budgets: false
    }
  ],
  ...strict
})
export interface NewGuardrail extends Schema.Schema.Type<typeof NewGuardrail> {}

/** A change to a guardrail: an absent field is left alone, `null` clears. */
export const GuardrailPatch = Schema.Struct({
  name: optional(text(200), words.name),
  description: optional(terms.description, words.description),
  limit_usd: optional(terms.limit_usd, words.limit_usd),
  reset_interval: optional(terms.reset_interval, words.reset_interval),
  allowed_models: optional(terms.allowed_models, words.allowed_models),
  ignored_models: optional(terms.ignored_models, words.ignored_models),
  allowed_providers: optional(terms.allowed_providers, words.allowed_providers),
  ignored_providers: optional(terms.ignored_providers, words.ignored_providers),
  enforce_zdr: optional(terms.enforce_zdr, words.enforce_zdr),
  include_byok_in_budgets: optional(bool, words.include_byok_in_budgets)
}).annotations({
  identifier: "GuardrailPatch",
  description: "A change to a guardrail: an absent field is left alone, null clears.",
  examples: [{}, { limit_usd: dollars(25), reset_interval: "weekly" }],
  ...strict
})
export interface GuardrailPatch extends Schema.Schema.Type<typeof GuardrailPatch> {}

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
