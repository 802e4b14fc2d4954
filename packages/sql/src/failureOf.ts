import { StorageFailure } from "@tollgate/core/storage"

/** A failure of storage, from what a driver said. */
export const failureOf = (cause: unknown): StorageFailure => new StorageFailure({ cause })
