import { StorageFailure } from "@tollgate/core/models"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"

// Not every engine has this function. Without it, the engine's own stack is kept.
const { captureStackTrace }: { readonly captureStackTrace?: typeof Error.captureStackTrace } = Error

/** Calls that share a transaction share its failure; a copy for each call has a stack of its own. */
const copyForThisCall = (reason: unknown) =>
  reason instanceof StorageFailure ? new StorageFailure({ cause: reason.cause, outcome: reason.outcome }) : reason

/**
 * Returns the value of a finished call, or throws: the tagged error itself, or the reason of the signal that interrupted the
 * call. The stack of a tagged error names the caller, since a fiber's stack names the loop that runs fibers. An unexpected
 * error keeps the fiber's stack first.
 */
export const unwrapExit = <A, E>(exit: Exit.Exit<A, E>, signal?: AbortSignal): A => {
  if (Exit.isSuccess(exit)) return exit.value
  if (Cause.isInterruptedOnly(exit.cause)) signal?.throwIfAborted()
  // Within a span, Effect puts a proxy around an error, which cannot take a stack.
  const reason = copyForThisCall(Cause.originalError(Cause.squash(exit.cause)))
  if (reason instanceof Error) {
    const origin = Cause.isFailure(exit.cause) ? "" : reason.stack
    captureStackTrace?.(reason, unwrapExit)
    if (origin) reason.stack = origin + reason.stack?.slice(reason.stack.indexOf("\n    at "))
  }
  throw reason
}
