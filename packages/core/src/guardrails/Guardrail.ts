import * as Schema from "effect/Schema"
import { expected } from "../expected.js"
import { field, needed } from "../field.js"
import { flag } from "../flag.js"
import { OrganizationId, WorkspaceId, WorkspaceIdInput } from "../Id.js"
import { LimitInput, LimitResetInput } from "../Limit.js"
import { maybe, orFalse, orNull } from "../maybe.js"
import { Name } from "../Name.js"
import { strict } from "../strict.js"
import { text } from "../text.js"
import * as Usd from "../Usd.js"
import { ShortId, shortId, uuid, uuidInput } from "../uuid.js"
import { WindowKind } from "../Window.js"

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
  id: field(GuardrailId, "Names the guardrail"),
  workspace_id: field(WorkspaceId, "The workspace that it belongs to"),
  name: field(Schema.String, words.name, "Interns"),
  description: field(Schema.NullOr(Schema.String), words.description, "Ten dollars a day"),
  limit_usd: field(Schema.NullOr(Usd.UsdFromNumber), words.limit_usd, dollars(10)),
  reset_interval: field(Schema.NullOr(WindowKind), words.reset_interval, "daily"),
  allowed_models: field(slugs, words.allowed_models, ["acme/writer"]),
  ignored_models: field(slugs, words.ignored_models, null),
  allowed_providers: field(slugs, words.allowed_providers, null),
  ignored_providers: field(slugs, words.ignored_providers, null),
  enforce_zdr: field(Schema.NullOr(Schema.Boolean), words.enforce_zdr, null),
  include_byok_in_budgets: field(Schema.Boolean, words.include_byok_in_budgets),
  created_at: field(Schema.DateTimeUtc, "When the guardrail was created"),
  updated_at: field(Schema.NullOr(Schema.DateTimeUtc), "When it was last changed; null for never", null)
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
  name: needed(text(200), words.name),
  description: orNull(terms.description, words.description),
  limit_usd: orNull(terms.limit_usd, words.limit_usd),
  reset_interval: orNull(terms.reset_interval, words.reset_interval),
  allowed_models: orNull(terms.allowed_models, words.allowed_models),
  ignored_models: orNull(terms.ignored_models, words.ignored_models),
  allowed_providers: orNull(terms.allowed_providers, words.allowed_providers),
  ignored_providers: orNull(terms.ignored_providers, words.ignored_providers),
  enforce_zdr: orNull(terms.enforce_zdr, words.enforce_zdr),
  include_byok_in_budgets: orFalse(words.include_byok_in_budgets),
  workspace_id: maybe(WorkspaceIdInput, "The workspace that it goes to, by its UUID; without it, the caller's")
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
  name: maybe(text(200), words.name),
  description: maybe(terms.description, words.description),
  limit_usd: maybe(terms.limit_usd, words.limit_usd),
  reset_interval: maybe(terms.reset_interval, words.reset_interval),
  allowed_models: maybe(terms.allowed_models, words.allowed_models),
  ignored_models: maybe(terms.ignored_models, words.ignored_models),
  allowed_providers: maybe(terms.allowed_providers, words.allowed_providers),
  ignored_providers: maybe(terms.ignored_providers, words.ignored_providers),
  enforce_zdr: maybe(terms.enforce_zdr, words.enforce_zdr),
  include_byok_in_budgets: maybe(flag, words.include_byok_in_budgets)
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
