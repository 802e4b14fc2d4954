import type { StorageFailure } from "@tollgate/core/storage"
import { toStorageFailure } from "@tollgate/sql/driver"

/** Asks a guard, whose own failure is a reason, too. */
export const ask = (whether: () => StorageFailure | null): StorageFailure | null => {
  try {
    return whether()
  } catch (cause) {
    return toStorageFailure(cause)
  }
}
