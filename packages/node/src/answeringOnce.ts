import { answerOnce } from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import {
  CallKey,
  normalizedPath,
  type Operation,
  type runProgram,
  schemasOf,
  senderOf,
  showsSecret
} from "@tollgate/http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"

type Run = ReturnType<typeof runProgram>

/** Runs a change once for each idempotency key that its caller gives. Without one, it runs the change alone. */
export const answeringOnce = (operation: Operation, run: Run): Run => {
  if (!operation.takesIdempotencyKey) return run
  const { successSchema } = schemasOf(operation)
  const isSecret = showsSecret(operation)
  const sender = senderOf(operation)
  const write = (answer: unknown) => JSON.stringify(Either.getOrThrow(Codec.encode(successSchema, answer)))
  return (request) =>
    Effect.withFiberRuntime(({ currentContext }) => {
      const named = Context.get(currentContext, CallKey)
      if (named === null) return run(request)
      const path = normalizedPath(request.path ?? {})
      const sent = { ...named, sender: sender(request.payload), operation: operation.name, path }
      return answerOnce({ ...sent, showsSecret: isSecret(), write }, run(request)).pipe(
        // What was encoded by a schema is decoded by it.
        Effect.flatMap(({ text }) => Effect.orDie(Codec.decode(successSchema, JSON.parse(text))))
      )
    })
}
