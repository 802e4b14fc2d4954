import { followUpdatesOf } from "./0012_terms_of_keys.js"
import type { Migration } from "./Migration.js"

/** The columns of a key that can change and that an admission shows: all but the time of its last use, which is no change of the account. */
const shown = [
  ...["name", "label", "disabled", "expires_at", '"limit"', "limit_reset", "include_byok_in_limit", "metadata"],
  ...["external_id", "updated_at"]
]

/**
 * The version of a key's scope rises with every change of what an admission shows of its record, because processes cache the record by that
 * version.
 */
export const shownKeys: Migration = ({ name }) =>
  name === "sqlite" ? ["DROP TRIGGER api_keys_terms", followUpdatesOf(shown)] : []
