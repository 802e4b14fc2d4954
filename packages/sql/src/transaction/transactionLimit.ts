import { StorageFailure } from "@tollgate/core/storage"

/** How long a transaction may stay open, in milliseconds. Other transactions wait for it meanwhile. */
export const TRANSACTION_LIMIT_MILLIS = 5_000

/** The failure of a transaction that stayed open for longer. */
export const transactionTooLong = (): StorageFailure => {
  const seconds = TRANSACTION_LIMIT_MILLIS / 1_000
  return new StorageFailure({
    cause: new Error(`The transaction was open for more than ${seconds} seconds and was rolled back.`)
  })
}
