import type { StorageFailure } from "@tollgate/core/storage"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"

/**
 * The exit of a transaction or of a nested part, given the body's exit and the failure of its storage. The storage
 * failure wins, because everything is rolled back, unless the body was interrupted or died.
 */
export const transactionExit = <A, E>(
  exit: Exit.Exit<A, E>,
  failure: StorageFailure | null
): Exit.Exit<A, E | StorageFailure> => {
  const isAnswer = Exit.isSuccess(exit) || Option.isSome(Cause.failureOption(exit.cause))
  return failure !== null && isAnswer ? Exit.fail(failure) : exit
}
