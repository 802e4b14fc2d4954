import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { bool, optional, strict } from "../schema/fields.js"
import { WorkspaceIdInput } from "../values/Id.js"
import { HashPrefix } from "../values/KeyHash.js"
import { Name } from "../values/Name.js"
import { pageFields, pageQueryFields } from "../values/Page.js"
import { boolParam, queryParam, workspaceParam } from "../values/queryParams.js"

/** The page of keys has another default than those of other lists. */
const DEFAULT_LIMIT = 100

const orders = ["-created_at", "created_at", "name", "-name", "-last_used_at", "last_used_at"] as const
const choices = `${orders.slice(0, -1).join(", ")} or ${orders.at(-1)}`

/** The order of a list of keys. A hyphen means descending. Keys that were never used come last. */
export const KeyOrder = Schema.Literal(...orders).pipe(expected(choices))
export type KeyOrder = typeof KeyOrder.Type

const NAME = "one text of 1 to 255 characters without control characters or bidirectional marks"

const q = "Only keys whose name, label or external_id contains this text. Letters A to Z match in either case."
const hashPrefix = "Only the key whose hash begins with these 8 to 64 digits, or keys, if several do."
const exactName = "Only keys with this name, letter by letter."
const sort =
  "Order of the list. A hyphen means descending. Defaults to -created_at, newest first; keys that were never used come last."

/** Options for listing keys: page (`limit` 1 to 100, default 100), filters, search, order. Disabled keys are included by default. */
export const ApiKeyPage = Schema.Struct({
  ...pageFields(DEFAULT_LIMIT),
  include_disabled: Schema.optionalWith(bool, { default: () => true }),
  workspace_id: optional(WorkspaceIdInput),
  hash_prefix: optional(HashPrefix, hashPrefix),
  name: optional(Name, exactName),
  q: optional(Name, q),
  sort: optional(KeyOrder, sort)
}).annotations({ description: "Which API keys to list, and which part of the list to return.", ...strict })
export interface ApiKeyPage extends Schema.Schema.Type<typeof ApiKeyPage> {}

/** `ApiKeyPage` as URL query parameters. */
export const ApiKeyQuery = Schema.Struct({
  ...pageQueryFields(DEFAULT_LIMIT),
  include_disabled: boolParam(true, "Whether to include disabled keys."),
  workspace_id: workspaceParam,
  hash_prefix: queryParam(HashPrefix, "one text of 8 to 64 lowercase hexadecimal digits", hashPrefix),
  name: queryParam(Name, NAME, exactName),
  q: queryParam(Name, NAME, q),
  sort: queryParam(KeyOrder, `one of ${choices}`, sort)
})
