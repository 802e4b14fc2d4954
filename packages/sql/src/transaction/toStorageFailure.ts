import { StorageFailure } from "@tollgate/core/storage"

/** Wraps an error of a driver as a `StorageFailure`. Its outcome is unknown. */
export const toStorageFailure = (cause: unknown): StorageFailure => new StorageFailure({ cause })

/** The same for an error after which nothing is stored. */
export const nothingStored = (cause: unknown): StorageFailure => new StorageFailure({ cause, outcome: "none" })
