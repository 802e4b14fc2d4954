import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { notFound } from "../access/notFound.js"
import { documented, nullable, strict } from "../schema/fields.js"
import { uuidInput } from "../schema/uuid.js"
import { OrganizationId } from "../values/Id.js"
import { KeyHash, ShortHash, shortHash } from "../values/KeyHash.js"

/** A gateway key without its secret. It spends for the API keys of one organization, or of all organizations. */
export const GatewayKey = Schema.Struct({
  hash: documented(
    KeyHash,
    "Public identifier of the key: its SHA-256 hash in 64 lowercase hexadecimal digits. It is not a credential.",
    KeyHash.make("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
  ),
  label: documented(Schema.String, "Masked secret: its first and last characters.", "tg_gk_4fz...9QxL"),
  organization_id: documented(
    Schema.NullOr(OrganizationId),
    "UUID of the only organization that the key spends for. Null means all organizations."
  ),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC).")
}).annotations({ identifier: "GatewayKey", description: "A gateway key without its secret." })
export interface GatewayKey extends Schema.Schema.Type<typeof GatewayKey> {}

/** Input for creating a gateway key. Without an organization, the key spends for all of them. */
export const NewGatewayKey = Schema.Struct({
  organization_id: nullable(
    Schema.NullOr(uuidInput(OrganizationId)),
    "UUID of the only organization that the key spends for. Null means all organizations."
  )
}).annotations({ identifier: "NewGatewayKey", description: "Input for creating a gateway key.", ...strict })
export interface NewGatewayKey extends Schema.Schema.Type<typeof NewGatewayKey> {}

/** A new gateway key and its secret, which is returned only here. */
export const CreatedGatewayKey = Schema.Struct({
  key: documented(
    Schema.Redacted(Schema.String),
    "The secret. It is returned only in this result.",
    Redacted.make("tg_gk_…")
  ),
  data: documented(GatewayKey, "The key without its secret.")
}).annotations({ identifier: "CreatedGatewayKey", description: "A new gateway key and its secret." })
export interface CreatedGatewayKey extends Schema.Schema.Type<typeof CreatedGatewayKey> {}

/** There is no gateway key with this hash. `short_hash` has its first 12 digits; null if the text is not a hash. */
export class GatewayKeyNotFound extends notFound<GatewayKeyNotFound>()(
  "GatewayKeyNotFound",
  { short_hash: Schema.NullOr(ShortHash) },
  (hash: KeyHash | null) => ({ short_hash: hash && shortHash(hash) })
) {}
