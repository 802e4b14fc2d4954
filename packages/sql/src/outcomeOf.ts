import type { StorageFailure } from "@tollgate/core/storage"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"

/**
 * How a transaction, or a part of one, ends whose body came to `exit` and of which storage failed. What the body made of that
 * failure is worth nothing, since it is undone; only an interruption, or a defect, says more.
 */
export const outcomeOf = <A, E>(
  exit: Exit.Exit<A, E>,
  failure: StorageFailure | null
): Exit.Exit<A, E | StorageFailure> => {
  const isAnswer = Exit.isSuccess(exit) || Option.isSome(Cause.failureOption(exit.cause))
  return failure !== null && isAnswer ? Exit.fail(failure) : exit
}
