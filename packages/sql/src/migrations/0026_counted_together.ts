import { countMovedKey, replace } from "./0005_sizes_in_order.js"
import type { Migration } from "./Migration.js"

/**
 * PostgreSQL: a statement that disables many keys changes the sizes of their lists itself, once for each list, and says so by a setting of its
 * transaction. Each key for itself would leave a version of the same rows, through all of which the next one looks.
 */
export const countedTogether: Migration = ({ name }) =>
  name === "postgres"
    ? [
        replace(
          "api_keys_moved",
          `IF current_setting('tollgate.counted', TRUE) = 'on' THEN
    RETURN NULL;
  END IF;
  ${countMovedKey}`
        )
      ]
    : []
