import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { Services } from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { compileEncoder } from "./compileEncoder.js"
import type { Groups, Resource } from "./Endpoint.js"
import { jsonAnswer } from "./jsonAnswer.js"
import type { Programs } from "./Program.js"
import { TollgateApi } from "./TollgateApi.js"
import { type Refusal, type Tag, toWire } from "./toWire.js"

type AnyProgram = (request: unknown) => Effect.Effect<unknown, Refusal<Tag>, never>

/** What an endpoint takes and answers. */
interface AnyEndpoint {
  readonly payloadSchema: Option.Option<Schema.Schema<unknown>>
  readonly successSchema: Schema.Schema<unknown>
}

/** A request as the framework hands it over: its path and its query are read, its body is not. */
interface Given {
  readonly request: HttpServerRequest.HttpServerRequest
}

interface AnyHandlers {
  readonly group: { readonly endpoints: { readonly [name: string]: AnyEndpoint } }
  readonly handleRaw: (name: string, handler: (given: Given) => Effect.Effect<unknown, unknown>) => AnyHandlers
}

/**
 * Puts a program behind its endpoint. Its answer is written here, by an encoder that is made once: the framework would go
 * through a schema of responses for each. An answer that has no encoding is our own mistake.
 */
const handler = ({ payloadSchema, successSchema }: AnyEndpoint, program: AnyProgram) => {
  const status = HttpApiSchema.getStatusSuccess(successSchema)
  const encode = compileEncoder(successSchema)
  const answer = (request: unknown) =>
    Effect.matchEffect(program(request), {
      onFailure: toWire,
      onSuccess: (result) => Effect.succeed(jsonAnswer(status, encode(result)))
    })
  if (Option.isNone(payloadSchema)) return answer
  const decode = Schema.decodeUnknown(payloadSchema.value)
  return (given: Given) =>
    Effect.orDie(given.request.json).pipe(
      Effect.flatMap(decode),
      Effect.flatMap((payload) => answer({ ...given, payload }))
    )
}

/** Puts programs behind a resource's endpoints. */
export const serve = <const G extends Resource>(
  resource: G,
  programs: Programs<G>
): Layer.Layer<
  HttpApiGroup.ApiGroup<"tollgate", G>,
  never,
  Services | HttpApiGroup.HttpApiGroup.MiddlewareWithName<Groups, G>
> => {
  const build = (handlers: AnyHandlers): AnyHandlers =>
    Object.entries<AnyProgram>(programs as never).reduce((handlers, [name, program]) => {
      const endpoint = handlers.group.endpoints[name]
      return endpoint === undefined ? handlers : handlers.handleRaw(name, handler(endpoint, program))
    }, handlers)
  // The builder's types count handlers one by one. What they would have checked, `Programs` has checked by name.
  return HttpApiBuilder.group(TollgateApi, resource, build as never) as never
}
