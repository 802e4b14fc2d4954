import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { KeyHolder } from "../../keys/KeyHolder.js"
import { Usage } from "../../prices/Usage.js"
import { expected } from "../../schema/expected.js"
import { bool, documented, optional, optionalFalse, required, strict } from "../../schema/fields.js"
import { text } from "../../schema/text.js"
import { unchecked } from "../../schema/unchecked.js"
import { Name } from "../../values/Name.js"
import { ProviderSlug } from "../../values/ProviderSlug.js"
import * as Usd from "../../values/Usd.js"
import { UserId } from "../../values/UserId.js"
import { Budget } from "./Budget.js"
import { CredentialPlan } from "./CredentialPlan.js"
import { Hold } from "./Hold.js"
import { HoldIdInput } from "./HoldId.js"
import { RunSteps } from "./RunTerms.js"

/** What a request consumes, under the name that it has beside other usages. */
export const TokenUsage = Usage.annotations({ identifier: "TokenUsage" })

/** Length of a lease in seconds: 1 to 2,592,000 (30 days). */
export const LeaseSeconds = Schema.Int.pipe(
  Schema.between(1, 2_592_000),
  expected("a whole number of seconds from 1 to 2592000")
)

/** Labels of a request: at most 8 names, each with a text. */
const Labels = Schema.Record({
  key: Schema.String.pipe(
    Schema.pattern(/^[a-z0-9_]{1,32}$/),
    // An object cannot keep it.
    Schema.filter((name) => name !== "__proto__")
  ),
  value: text(64)
}).pipe(
  Schema.filter((labels) => Object.keys(labels).length <= 8),
  expected(
    "an object of at most 8 labels: names of 1 to 32 of a-z, 0-9 and _, not __proto__, texts of 1 to 64 characters"
  )
)

/** Input for setting an amount aside for a request. */
export const NewHold = Schema.Struct({
  key: required(
    Schema.Redacted(Schema.String.pipe(expected("the text of an API key"))),
    "The API key that makes the request, as it was presented."
  ),
  amount: optional(Usd.UsdAmount, "Amount to set aside, in USD. Required unless `usage` is stated."),
  usage: optional(
    TokenUsage,
    "Upper bound of the request's usage. The hold is its price for the most expensive of the models at `provider`. Without a provider, the only rate card of a model is used, if exactly one provider that the policy allows has one."
  ),
  model: optional(
    Name,
    "Slug of the model, or the name of a tool, such as `tool:server/name`. Send `model`, `models` or, with an `amount`, neither. A guardrail that restricts models refuses a request that names none."
  ),
  models: optional(
    Schema.Array(Name).pipe(Schema.minItems(1), Schema.maxItems(8), expected("a list of 1 to 8 model slugs")),
    "Slugs of the models: the first choice, then the fallbacks. Send `model`, `models` or, with an `amount`, neither."
  ),
  id: optional(HoldIdInput, "UUID of version 7 for the hold. Repeating a creation with the same id changes nothing."),
  provider: optional(ProviderSlug, "Slug of the provider that the request goes to, or of a server of your own."),
  credential: Schema.optionalWith(Schema.Literal("own", "byok", "any").pipe(expected("own, byok or any")), {
    default: () => "own" as const
  }).annotations({
    description:
      "Whose credentials the request may use: the gateway's `own`, those that the organization has stored (`byok`), or `any` of both. If stored ones may be used, state which one at `sent`."
  }),
  user_id: optional(UserId, "User who makes the request. Defaults to the user of the key."),
  run: optional(
    RunSteps,
    "Run that the request is a part of, as a path: the outermost run first, at most 8. The hold is charged to all of them."
  ),
  zdr: optionalFalse("Whether the request uses only endpoints with zero data retention."),
  lease_seconds: Schema.optionalWith(LeaseSeconds, { default: () => 600 }).annotations({
    description: "Length of the lease in seconds. The hold ends with its lease unless it is extended."
  }),
  instance: optional(text(64), "Name of the process that creates the hold."),
  labels: Schema.optionalWith(Labels, { default: () => ({}) }).annotations({ description: "Labels for reports." }),
  dry_run: optional(
    bool,
    "Whether to judge the request without setting anything aside. The hold of the answer is not stored, so acts on it find none."
  )
}).annotations({
  identifier: "NewHold",
  description: "Input for setting an amount aside.",
  examples: [
    {
      key: Redacted.make("tg_sk_…"),
      amount: Usd.fromNumber(0.25),
      models: [Name.make("acme/writer")],
      credential: "own",
      zdr: false,
      lease_seconds: 600,
      instance: "gateway-1",
      labels: { team: "docs" }
    }
  ],
  ...strict
})
export interface NewHold extends Schema.Schema.Type<typeof NewHold> {}

/** A hold, and what the gateway needs to make the request. */
export const AuthorizedHold = Schema.Struct({
  data: documented(Hold, "The hold."),
  repeated: documented(Schema.Boolean, "Whether the hold existed already, with the same terms."),
  plan: documented(CredentialPlan, "The credentials to try, in order."),
  providers: documented(
    Schema.NullOr(Schema.Array(unchecked(ProviderSlug))),
    "Providers that the policy allows. Null means no restriction. They bind a request that names no provider. A policy that only ignores providers leaves those that credentials can be stored for; a request may name another one.",
    null
  ),
  key_holder: documented(KeyHolder, "The holder of the key."),
  budgets: documented(Schema.Array(Budget), "Every budget that applies, after the hold.")
}).annotations({ identifier: "AuthorizedHold", description: "A hold, and what the gateway needs for the request." })
export interface AuthorizedHold extends Schema.Schema.Type<typeof AuthorizedHold> {}
