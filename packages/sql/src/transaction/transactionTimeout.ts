import type { StorageFailure } from "@tollgate/core/storage"
import { nothingStored } from "./toStorageFailure.js"

/** How long a transaction may stay open, in milliseconds. Other transactions wait for it meanwhile. */
export const TRANSACTION_LIMIT_MILLIS = 5_000

const LOOK_MILLIS = 50

/** The failure of a transaction that stayed open for longer. */
export const transactionTooLong = (): StorageFailure => {
  const seconds = TRANSACTION_LIMIT_MILLIS / 1_000
  return nothingStored(new Error(`The transaction was open for more than ${seconds} seconds and was rolled back.`))
}

/**
 * Calls `expire` after a transaction has been open for `TRANSACTION_LIMIT_MILLIS`, by a monotonic clock in milliseconds. The
 * returned function ends the watch.
 */
export const transactionTimeout = (
  now: () => number,
  expire: (failure: StorageFailure) => void,
  since: number = now()
): (() => void) => {
  const look = () => {
    if (now() - since < TRANSACTION_LIMIT_MILLIS) timer = setTimeout(look, LOOK_MILLIS)
    else expire(transactionTooLong())
  }
  let timer = setTimeout(look, LOOK_MILLIS)
  return () => clearTimeout(timer)
}
