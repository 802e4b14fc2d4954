import * as Schema from "effect/Schema"
import { type InputIssue, refusal } from "../schema/refusal.js"
import { KeyHash } from "../values/KeyHash.js"

/** What a caller sends instead, by the change that is refused. */
const withoutLoss = {
  delete: { path: ["hash"], expected: "a key other than the last enabled management key that does not expire" },
  disable: { path: ["disabled"], expected: "false, for the last enabled management key that does not expire" },
  expire: { path: ["expires_at"], expected: "null, for the last enabled management key that does not expire" }
} as const

/** The change would leave the organization without an enabled management key that does not expire. */
export class LastManagementKey extends refusal<LastManagementKey>()(
  "LastManagementKey",
  {
    hash: KeyHash,
    /** The change that is refused: deleting or disabling the key, or setting an expiration time. */
    change: Schema.Literal("delete", "disable", "expire")
  },
  {
    status: 400,
    reason: "last_management_key",
    sentence: "This is the organization's last enabled management key that does not expire. Create another one first.",
    from: ({ path: { hash }, payload: { disabled, expires_at } }) => ({
      hash,
      change: disabled === true ? "disable" : expires_at ? "expire" : "delete"
    })
  }
) {
  override get issues(): ReadonlyArray<InputIssue> {
    return [withoutLoss[this.change]]
  }
}
