import { StorageFailure } from "@tollgate/core/storage"

/** How long a transaction may stay open: others wait for it, and the log cannot be written back. */
const LONGEST_MILLIS = 5_000
const LOOK_MILLIS = 50

/** Calls `expire` once a transaction has been open for too long. What is answered ends the watch. */
export const limitOpen = (now: () => number, expire: (failure: StorageFailure) => void): (() => void) => {
  const since = now()
  const look = () => {
    if (now() - since < LONGEST_MILLIS) timer = setTimeout(look, LOOK_MILLIS)
    else
      expire(
        new StorageFailure({
          cause: new Error("The transaction was open for more than 5 seconds and was rolled back.")
        })
      )
  }
  let timer = setTimeout(look, LOOK_MILLIS)
  return () => clearTimeout(timer)
}
