import type { StorageFailure } from "@tollgate/core/storage"
import { TRANSACTION_LIMIT_MILLIS, transactionTooLong } from "@tollgate/sql/driver"

const LOOK_MILLIS = 50

/** Calls `expire` after a transaction has been open for `TRANSACTION_LIMIT_MILLIS`. The returned function ends the watch. */
export const transactionTimeout = (now: () => number, expire: (failure: StorageFailure) => void): (() => void) => {
  const since = now()
  const look = () => {
    if (now() - since < TRANSACTION_LIMIT_MILLIS) timer = setTimeout(look, LOOK_MILLIS)
    else expire(transactionTooLong())
  }
  let timer = setTimeout(look, LOOK_MILLIS)
  return () => clearTimeout(timer)
}
