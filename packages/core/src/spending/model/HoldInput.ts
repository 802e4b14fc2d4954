import * as Schema from "effect/Schema"
import { ByokId } from "../../byok/ByokCredential.js"
import { expected } from "../../schema/expected.js"
import { documented, optional, required, strict } from "../../schema/fields.js"
import { Instant } from "../../schema/Instant.js"
import { text } from "../../schema/text.js"
import { uuidInput } from "../../schema/uuid.js"
import { KeyHash } from "../../values/KeyHash.js"
import { Name } from "../../values/Name.js"
import { ProviderSlug } from "../../values/ProviderSlug.js"
import * as Usd from "../../values/Usd.js"
import { CostBasis, exampleHash, exampleId } from "./Hold.js"
import { HoldIdInput } from "./HoldId.js"
import { LeaseSeconds, TokenUsage } from "./NewHold.js"
import { RunSteps } from "./RunTerms.js"

const credentialId = Schema.NullOr(uuidInput(ByokId)).pipe(expected("the UUID of a credential, or null"))

/** Input for marking a hold as sent. */
export const SentRequest = Schema.Struct({
  credential_id: optional(
    credentialId,
    "Credential of the plan that the request uses. Null for the gateway's own. A settlement that names none counts for the last one."
  )
}).annotations({
  identifier: "SentRequest",
  description: "Input for marking a hold as sent.",
  examples: [{ credential_id: null }],
  ...strict
})
export interface SentRequest extends Schema.Schema.Type<typeof SentRequest> {}

const settlement = {
  cost: optional(
    Usd.UsdLimit,
    "Cost of the request in USD. 0 if the provider billed nothing. It takes precedence over `usage`."
  ),
  usage: optional(
    TokenUsage,
    "What the request consumed. Without a cost, it is priced as of the opening of the hold, at `provider`, else at that of the hold, else by the only rate card. Without a price, the hold becomes unknown."
  ),
  credential_id: optional(
    credentialId,
    "Credential that was used. Null for the gateway's own. Defaults to the one that `sent` stated last, else to the gateway's own if the plan has it, else to the only one of the plan. Required if the plan has several and the gateway's own is none of them."
  ),
  model: optional(Name, "Slug of the model that was used. Required to price `usage` if the hold has several models."),
  provider: optional(ProviderSlug, "Slug of the provider that was used."),
  basis: optional(
    CostBasis.pipe(expected("provider, table or estimate")),
    "Source of a stated cost: the provider's report, the price table, or an estimate. The price of a `usage` is from the price table, unless it is stated as an estimate."
  )
}

/** Input for settling a hold. */
export const NewSettlement = Schema.Struct(settlement).annotations({
  identifier: "NewSettlement",
  description: "Input for settling a hold.",
  examples: [{ cost: Usd.fromNumber(0.125), credential_id: null, model: "acme/writer", basis: "provider" }],
  ...strict
})
export interface NewSettlement extends Schema.Schema.Type<typeof NewSettlement> {}

/** Input for recording a request that was made without a hold. */
export const NewUsage = Schema.Struct({
  id: required(
    HoldIdInput,
    "UUID of version 7 for the request, with its time: at most 24 hours ahead, and within the retention of the ledger. Recording a " +
      "request again with the same id changes nothing."
  ),
  key_hash: required(
    KeyHash.pipe(expected("64 lowercase hexadecimal digits")),
    "Hash of the ordinary API key that made the request. The key may be disabled or deleted."
  ),
  ...settlement,
  credential_id: optional(credentialId, "Credential that was used. Null, the default, for the gateway's own."),
  run: optional(
    RunSteps,
    "Run that the request was a part of, as a path: the outermost run first, at most 8. Limits create a run that does not exist, and are " +
      "not compared with those of one that does. They refuse nothing here."
  ),
  at: optional(Instant, "Time of the request. It decides the intervals in which its cost counts. Defaults to now.")
}).annotations({
  identifier: "NewUsage",
  description: "Input for recording a request that was made without a hold.",
  examples: [
    {
      id: exampleId,
      key_hash: exampleHash,
      cost: Usd.fromNumber(0.125),
      credential_id: null,
      model: "acme/writer",
      basis: "provider"
    }
  ],
  ...strict
})
export interface NewUsage extends Schema.Schema.Type<typeof NewUsage> {}

/** Input for extending a hold. */
export const HoldExtension = Schema.Struct({
  amount: optional(Usd.UsdAmount, "New total amount of the hold, in USD. A lower amount changes nothing."),
  usage: optional(
    TokenUsage,
    "New upper bound of the request's usage, in place of an amount. It costs what it cost when the hold was opened, by the most expensive of its models. A lower price changes nothing."
  ),
  lease_seconds: optional(LeaseSeconds, "Length of the lease from now, in seconds. Defaults to that of the creation.")
}).annotations({
  identifier: "HoldExtension",
  description: "Input for extending a hold.",
  examples: [{ amount: Usd.fromNumber(0.5) }, { lease_seconds: 600 }],
  ...strict
})
export interface HoldExtension extends Schema.Schema.Type<typeof HoldExtension> {}

/** Input for releasing the unsent holds of a process. */
export const HoldsOfInstance = Schema.Struct({
  instance: documented(text(64), "Name of the process, as it was stated when the holds were created.", "gateway-1")
}).annotations({
  identifier: "HoldsOfInstance",
  description: "Input for releasing the unsent holds of a process.",
  ...strict
})
export interface HoldsOfInstance extends Schema.Schema.Type<typeof HoldsOfInstance> {}

/** Result of releasing holds. */
export const ReleasedHolds = Schema.Struct({
  released: documented(Schema.Int, "Number of holds that were released.", 1)
}).annotations({ identifier: "ReleasedHolds", description: "Result of releasing holds." })
export interface ReleasedHolds extends Schema.Schema.Type<typeof ReleasedHolds> {}
