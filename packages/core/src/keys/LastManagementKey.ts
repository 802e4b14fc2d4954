import * as Schema from "effect/Schema"
import { refusal } from "../schema/refusal.js"
import { KeyHash } from "../values/KeyHash.js"

/** The change would leave the organization without an enabled management key that does not expire. */
export class LastManagementKey extends refusal<LastManagementKey>()("LastManagementKey", {
  hash: KeyHash,
  /** The change that is refused: deleting or disabling the key, or setting an expiration time. */
  change: Schema.Literal("delete", "disable", "expire")
}) {}
