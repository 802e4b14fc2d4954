import * as Schema from "effect/Schema"
import { required } from "../schema/fields.js"
import { text } from "../schema/text.js"
import { unchecked } from "../schema/unchecked.js"
import { CostBasis, exampleHash } from "../spending/model/Hold.js"
import { WorkspaceId } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import { Name } from "../values/Name.js"
import { ProviderSlug } from "../values/ProviderSlug.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"
import { UtcDate } from "./UtcDate.js"

const group = <A, I>(schema: Schema.Schema<A, I>, description: string, example: A) =>
  Schema.optionalWith(schema, { exact: true }).annotations({
    description: `${description} Absent unless requests are grouped by it.`,
    examples: [example]
  })

const nameOf = (record: "key" | "workspace", name: Schema.Schema<string>, example: string) =>
  Schema.optionalWith(Schema.NullOr(unchecked(name)), { exact: true }).annotations({
    description: `Name of the ${record} now. Null if it was deleted. Absent unless requests are grouped by ${record}.`,
    examples: [example]
  })

/** What the requests of a group cost. Amounts are in USD. */
export const ActivityRow = Schema.Struct({
  day: group(unchecked(UtcDate), "Day on which the requests were opened (UTC).", "2026-05-31"),
  model: group(
    Schema.NullOr(unchecked(Name)),
    "Slug of the model that was used, or of the first that was asked for. Null if neither was stated.",
    "acme/writer"
  ),
  provider: group(Schema.NullOr(unchecked(ProviderSlug)), "Slug of the provider. Null if not stated.", null),
  key: group(KeyHash, "Hash of the API key that spent. It stays the same when the key is rotated.", exampleHash),
  key_name: nameOf("key", Name, "Docs assistant"),
  user: group(UserId, "User who made the requests, by the id that the host has assigned.", UserId.make("ada")),
  workspace: group(WorkspaceId, "Workspace of the key.", WorkspaceId.make("0f1e2d3c-4b5a-4697-8899-aabbccddeeff")),
  workspace_name: nameOf("workspace", text(100), "Research"),
  basis: group(Schema.NullOr(CostBasis), "Source of the cost. Null if not stated.", "provider"),
  labels: group(
    Schema.Record({ key: Schema.String, value: Schema.NullOr(unchecked(text(64))) }),
    "Values of the labels that requests are grouped by. Null for requests without the label.",
    { team: "search" }
  ),
  requests: required(Schema.Int, "Number of requests that were settled, or whose outcome is unknown."),
  cost: required(Usd.UsdFromNumber, "Cost of the requests through the gateway's own credentials, in USD."),
  byok_cost: required(Usd.UsdFromNumber, "Cost of the requests through the organization's credentials, in USD."),
  unknown: required(Usd.UsdFromNumber, "Amounts held for requests whose outcome is unknown, in USD."),
  input_tokens: required(Schema.Int, "Number of input tokens, as far as they were stated."),
  output_tokens: required(Schema.Int, "Number of output tokens, as far as they were stated.")
}).annotations({ identifier: "ActivityRow", description: "What the requests of a group cost." })
export interface ActivityRow extends Schema.Schema.Type<typeof ActivityRow> {}
