import { StorageFailure } from "@tollgate/core/storage"

/** Wraps an error of a driver as a `StorageFailure`. */
export const failureOf = (cause: unknown): StorageFailure => new StorageFailure({ cause })
