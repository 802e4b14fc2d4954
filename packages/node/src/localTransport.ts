import type { CallOptions } from "@tollgate/client"
import type { Request, Transport } from "@tollgate/client/internal"
import { IdempotencyKey, InvalidInput, type Services } from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import { CallKey } from "@tollgate/http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { actAs, type Callers } from "./actAs.js"
import type { CallScope, Run } from "./CallScope.js"
import { type Local, type LocalOperation, localOperations } from "./localOperations.js"

/** Operations in process, for a caller. */
export interface LocalTransport extends Transport {
  /** Runs an effect of the caller. */
  readonly perform: Run<Local>
}

const readKey = Schema.decodeEither(Schema.Struct({ idempotencyKey: IdempotencyKey }))

/** Runs an operation with the idempotency key of the options, if they have one. */
const named = <A, E, R>(operation: Effect.Effect<A, E, R>, given: unknown, { idempotencyKey }: CallOptions) => {
  if (idempotencyKey === undefined) return operation
  return Effect.flatMap(
    Either.mapLeft(readKey({ idempotencyKey }), InvalidInput.fromParseError),
    ({ idempotencyKey }) =>
      Effect.provideService(operation, CallKey, {
        key: idempotencyKey,
        body: given === undefined ? "" : JSON.stringify(given)
      })
  )
}

/** Decodes the input as strictly as the HTTP server does, runs the operation and encodes its output. */
const answerOf = ({ call, input, output }: LocalOperation, { input: given, path }: Request, options: CallOptions) => {
  const answer =
    input === null
      ? named(call({ path }), undefined, options)
      : Effect.flatMap(
          Effect.suspend(() => Either.mapLeft(Codec.decode(input.schema, given), InvalidInput.fromParseError)),
          (decoded) => named(call({ path, [input.part]: decoded }), given, options)
        )
  return Effect.flatMap(answer, (answer) => Codec.encode(output, answer))
}

const transportOf = (perform: Run<Local>): LocalTransport => ({
  perform,
  run: (name, request, options = {}) => {
    const operation = localOperations.get(name)
    // The contract has every operation that the methods of an account name.
    if (operation === undefined) return Promise.reject(new Error(`There is no operation ${name}.`))
    return perform(answerOf(operation, request, options), options)
  }
})

/** Runs operations in process. The callers are looked up with every call. */
export const localTransport = (
  callers: Effect.Effect<Callers, unknown, Services>,
  run: Run<Services>
): LocalTransport =>
  transportOf((operation, options) =>
    run(
      Effect.flatMap(callers, (callers) => actAs(callers, operation)),
      options
    )
  )

/** Like `localTransport`, for callers that need no look-up: the context of each call has them from the start. */
export const localTransportOf = (callers: Callers, calls: CallScope<Services>): LocalTransport => {
  const context = Context.merge(calls.runtime.context, callers)
  return transportOf((operation, options) =>
    // The context has the callers; each operation checks for those that it needs.
    calls.runIn(context as Context.Context<Local>, operation, options)
  )
}
