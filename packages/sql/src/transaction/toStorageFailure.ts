import { StorageFailure } from "@tollgate/core/storage"

/** Wraps an error of a driver as a `StorageFailure`. */
export const toStorageFailure = (cause: unknown): StorageFailure => new StorageFailure({ cause })
