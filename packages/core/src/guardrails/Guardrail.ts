import * as Schema from "effect/Schema"
import { notFoundById } from "../access/notFound.js"
import { expected } from "../schema/expected.js"
import { bool, changesTo, documented, nullable, optional, optionalFalse, required, strict } from "../schema/fields.js"
import { refusal } from "../schema/refusal.js"
import { text } from "../schema/text.js"
import { unchecked } from "../schema/unchecked.js"
import { uuid, uuidInput } from "../schema/uuid.js"
import { OrganizationId, WorkspaceId, WorkspaceIdInput } from "../values/Id.js"
import { LimitInput, LimitResetInput } from "../values/Limit.js"
import { Name } from "../values/Name.js"
import { ProviderSlug } from "../values/ProviderSlug.js"
import { RequestLimit } from "../values/RequestCount.js"
import * as Usd from "../values/Usd.js"
import { WindowKind } from "../values/Window.js"

/** UUID of a guardrail. */
export const GuardrailId = uuid("GuardrailId")
export type GuardrailId = typeof GuardrailId.Type

/** A guardrail id in a request, in any letter case. */
export const GuardrailIdInput = uuidInput(GuardrailId)

const slugs = Schema.NullOr(Schema.Array(unchecked(Name)))
const providers = Schema.NullOr(Schema.Array(unchecked(ProviderSlug)))
const dollars = Usd.fromNumber

const words = {
  name: "Display name.",
  description: "Purpose of the guardrail. Null if not stated.",
  limit_usd: "Spending limit of each member per interval, in USD. 0 blocks all spending; null means unlimited.",
  reset_interval: "Interval at which the limit resets, at midnight UTC. Required if limit_usd is set.",
  max_in_flight:
    "Maximum number of open holds at a time, of each key or member that the guardrail is assigned to. Null means no limit.",
  allowed_models:
    "Slugs of the allowed models. Null allows all; an empty list allows none. A model is allowed if its slug as sent or the id of its " +
    "rate card is in the list, compared exactly, variants included.",
  ignored_models:
    "Slugs of the blocked models. Null blocks none. A model is blocked under every name: its slug as sent and the id and aliases of its " +
    "rate card, in any letter case, with variants (:free) and dates.",
  allowed_providers: "Slugs of the allowed providers. Null allows all; an empty list allows none.",
  ignored_providers: "Slugs of the blocked providers. Null blocks none.",
  enforce_zdr: "Whether only endpoints with zero data retention are allowed. Null if not stated.",
  include_byok_in_budgets: "Whether usage through the account's own credentials (BYOK) counts toward the limit."
}

/** A policy that applies to the members assigned to it. `limit_usd` is the spending limit of each member per interval. */
export const Guardrail = Schema.Struct({
  id: documented(GuardrailId, "Unique identifier."),
  workspace_id: documented(WorkspaceId, "Workspace the guardrail belongs to."),
  name: documented(unchecked(text(200)), words.name, "Interns"),
  description: documented(Schema.NullOr(unchecked(text(1000))), words.description, "Ten dollars a day"),
  limit_usd: documented(Schema.NullOr(Usd.UsdFromNumber), words.limit_usd, dollars(10)),
  reset_interval: documented(Schema.NullOr(WindowKind), words.reset_interval, "daily"),
  max_in_flight: documented(Schema.NullOr(Schema.Int), words.max_in_flight, null),
  allowed_models: documented(slugs, words.allowed_models, ["acme/writer"]),
  ignored_models: documented(slugs, words.ignored_models, null),
  allowed_providers: documented(providers, words.allowed_providers, null),
  ignored_providers: documented(providers, words.ignored_providers, null),
  enforce_zdr: documented(Schema.NullOr(Schema.Boolean), words.enforce_zdr, null),
  include_byok_in_budgets: documented(Schema.Boolean, words.include_byok_in_budgets),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC)."),
  updated_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "Time of the last change (UTC). Null if never changed.",
    null
  )
}).annotations({ identifier: "Guardrail", description: "A policy that applies to the members assigned to it." })
export interface Guardrail extends Schema.Schema.Type<typeof Guardrail> {}

/** A guardrail as it is stored. */
export const GuardrailRecord = Schema.Struct({ ...Guardrail.fields, organization_id: OrganizationId })
export interface GuardrailRecord extends Schema.Schema.Type<typeof GuardrailRecord> {}

const slugsOf = (what: string, slug: Schema.Schema<string>) =>
  Schema.NullOr(Schema.Array(slug).pipe(Schema.maxItems(1000))).pipe(
    expected(`a list of at most 1000 ${what} slugs, or null`)
  )

const terms = {
  description: Schema.NullOr(text(1000)),
  limit_usd: LimitInput,
  reset_interval: LimitResetInput,
  max_in_flight: RequestLimit,
  allowed_models: slugsOf("model", Name),
  ignored_models: slugsOf("model", Name),
  allowed_providers: slugsOf("provider", ProviderSlug),
  ignored_providers: slugsOf("provider", ProviderSlug),
  enforce_zdr: Schema.NullOr(Schema.Boolean).pipe(expected("true, false or null"))
}

/** Input for creating a guardrail. `limit_usd` requires `reset_interval`. */
export const NewGuardrail = Schema.Struct({
  name: required(text(200), words.name),
  description: nullable(terms.description, words.description),
  limit_usd: nullable(terms.limit_usd, words.limit_usd),
  reset_interval: nullable(terms.reset_interval, words.reset_interval),
  max_in_flight: nullable(terms.max_in_flight, words.max_in_flight),
  allowed_models: nullable(terms.allowed_models, words.allowed_models),
  ignored_models: nullable(terms.ignored_models, words.ignored_models),
  allowed_providers: nullable(terms.allowed_providers, words.allowed_providers),
  ignored_providers: nullable(terms.ignored_providers, words.ignored_providers),
  enforce_zdr: nullable(terms.enforce_zdr, words.enforce_zdr),
  include_byok_in_budgets: optionalFalse(words.include_byok_in_budgets),
  workspace_id: optional(
    WorkspaceIdInput,
    "UUID of the workspace that the guardrail belongs to. Defaults to the organization's default workspace."
  )
}).annotations({
  identifier: "NewGuardrail",
  description: "Input for creating a guardrail.",
  examples: [
    {
      name: "Interns",
      description: "Ten dollars a day",
      limit_usd: dollars(10),
      reset_interval: "daily",
      max_in_flight: null,
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

/** Changes to a guardrail. Absent fields are left unchanged; `null` clears a field. */
export const GuardrailPatch = Schema.Struct({
  name: optional(text(200), words.name),
  description: optional(terms.description, words.description),
  limit_usd: optional(terms.limit_usd, words.limit_usd),
  reset_interval: optional(terms.reset_interval, words.reset_interval),
  max_in_flight: optional(terms.max_in_flight, words.max_in_flight),
  allowed_models: optional(terms.allowed_models, words.allowed_models),
  ignored_models: optional(terms.ignored_models, words.ignored_models),
  allowed_providers: optional(terms.allowed_providers, words.allowed_providers),
  ignored_providers: optional(terms.ignored_providers, words.ignored_providers),
  enforce_zdr: optional(terms.enforce_zdr, words.enforce_zdr),
  include_byok_in_budgets: optional(bool, words.include_byok_in_budgets)
}).annotations(changesTo("a guardrail", "GuardrailPatch", { limit_usd: dollars(25), reset_interval: "weekly" }))
export interface GuardrailPatch extends Schema.Schema.Type<typeof GuardrailPatch> {}

/** The caller's organization has no guardrail with this id. */
export class GuardrailNotFound extends notFoundById<GuardrailNotFound>()("GuardrailNotFound") {}

/** `limit_usd` is set without a `reset_interval`. */
export class IntervalRequired extends refusal<IntervalRequired>()("IntervalRequired", {}) {}
