import { StorageFailure } from "@tollgate/core/models"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"

// Not every engine has it; where it is missing, a stack is what the engine made of it.
const { captureStackTrace }: { readonly captureStackTrace?: typeof Error.captureStackTrace } = Error

/** Writes that share a transaction share its failure, and each leads to another who awaits it. */
const ofThisCall = (reason: unknown) =>
  reason instanceof StorageFailure ? new StorageFailure({ cause: reason.cause }) : reason

/**
 * The value of a call that has ended; else throws the tagged error itself, or the reason of the signal that ended it. The
 * error's stack leads to who awaits the call: a fiber's own tells of the loop that runs fibers. What is no refusal is a mistake
 * somewhere, so there the fiber's own comes first.
 */
export const unwrapExit = <A, E>(exit: Exit.Exit<A, E>, signal?: AbortSignal): A => {
  if (Exit.isSuccess(exit)) return exit.value
  if (Cause.isInterruptedOnly(exit.cause)) signal?.throwIfAborted()
  const reason = ofThisCall(Cause.squash(exit.cause))
  if (reason instanceof Error) {
    const origin = Cause.isFailure(exit.cause) ? "" : reason.stack
    captureStackTrace?.(reason, unwrapExit)
    if (origin) reason.stack = origin + reason.stack?.slice(reason.stack.indexOf("\n    at "))
  }
  throw reason
}
