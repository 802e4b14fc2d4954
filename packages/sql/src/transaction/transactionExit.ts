import type { StorageFailure } from "@tollgate/core/storage"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"

/** Whether a body has succeeded or failed, and neither died nor was interrupted. */
export const isAnswer = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || Option.isSome(Cause.failureOption(exit.cause))

/**
 * The exit of a transaction or of a nested part, given the body's exit and the failure of its storage. The storage
 * failure wins, because everything is rolled back, unless the body was interrupted or died.
 */
export const transactionExit = <A, E>(
  exit: Exit.Exit<A, E>,
  failure: StorageFailure | null
): Exit.Exit<A, E | StorageFailure> => (failure !== null && isAnswer(exit) ? Exit.fail(failure) : exit)
