import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import { type Access, accessOf } from "./Access.js"
import { AlsoCsv } from "./AlsoCsv.js"
import { BodyLimit } from "./BodyLimit.js"
import { ChangesNothing } from "./ChangesNothing.js"
import { DeclaredErrors } from "./declareErrors.js"
import { errorClassOf, type RefusalTag } from "./errorTable.js"
import { NothingCreated } from "./NothingCreated.js"
import { OptionalBody } from "./OptionalBody.js"
import { BASE_PATH } from "./paths.js"
import { RateLimit } from "./RateLimit.js"
import { BadRequest } from "./WireError.js"

/** The properties of an operation, for code that works on all operations. */
export interface Operation {
  /** `operationId` of the API document. */
  readonly id: string
  readonly resource: string
  /** Name of the program and the endpoint. */
  readonly name: string
  readonly method: HttpMethod
  /** Below the base address, with parameters in braces: `/keys/{hash}`. */
  readonly path: string
  /** In the router's notation: `/api/v1/keys/:hash`. */
  readonly template: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps["path"]
  readonly summary: string
  readonly description: string
  readonly access: Access
  /** Whether it changes something: every method but GET does. Read-only keys are refused then. */
  readonly changes: boolean
  /** Requests that one API key may send in a minute; null if the operation takes only gateway keys. */
  readonly perMinute: number | null
  /** Whether the request has a body. */
  readonly takesBody: boolean
  /** Whether no body is read as an empty object. */
  readonly optionalBody: boolean
  /** Largest body, in bytes. */
  readonly maxBodyBytes: number
  /** The refusals of the program. */
  readonly refuses: ReadonlyArray<RefusalTag>
  readonly statuses: ReadonlyArray<number>
  /** Whether a creation has created nothing and is answered 200, by its output and its input; null if it always creates. */
  readonly nothingCreated: ((output: unknown, input: unknown) => boolean) | null
  /** The CSV of an answer, by its output and its query, for a request that prefers CSV; null if the answer is JSON always. */
  readonly alsoCsv: ((output: unknown, query: unknown) => string) | null
  /** Whether it changes something. */
  readonly isChange: boolean
  /** Whether `Idempotency-Key` names it: every change does, except acts on holds, whose own ids make them repeatable. */
  readonly takesIdempotencyKey: boolean
  readonly endpoint: HttpApiEndpoint.HttpApiEndpoint<string, HttpMethod>
}

/** The operations of an API, in the order of their declaration. */
export const reflectOperations = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
): ReadonlyArray<Operation> => {
  const list: Array<Operation> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, group, middleware, successes }) => {
      const annotated = <I, A>(tag: Context.Tag<I, A>) => Context.getOption(endpoint.annotations, tag)
      const refuses = Option.getOrElse(annotated(DeclaredErrors), (): ReadonlyArray<RefusalTag> => [])
      // The framework declares its decoding error, a 400, even for operations without input.
      const refusesInput = refuses.some((tag) => errorClassOf(tag) === BadRequest)
      // Output and input are those of the endpoint, whose types are lost here.
      const nothingCreated = Context.get(endpoint.annotations, NothingCreated) as Operation["nothingCreated"]
      const isChange = endpoint.method !== "GET" && !Context.get(endpoint.annotations, ChangesNothing)
      const others = nothingCreated === null ? [] : [200]
      list.push({
        id: Option.getOrElse(annotated(OpenApi.Identifier), () => endpoint.name),
        resource: group.identifier,
        name: endpoint.name,
        method: endpoint.method,
        path: endpoint.path.replace(BASE_PATH, "").replace(/:(\w+)/g, "{$1}"),
        template: endpoint.path,
        summary: Option.getOrElse(annotated(OpenApi.Summary), () => ""),
        description: Option.getOrElse(annotated(OpenApi.Description), () => ""),
        access: accessOf(endpoint.name, middleware),
        changes: endpoint.method !== "GET",
        perMinute: Context.get(endpoint.annotations, RateLimit),
        takesBody: Option.isSome(endpoint.payloadSchema),
        optionalBody: Context.get(endpoint.annotations, OptionalBody),
        maxBodyBytes: Context.get(endpoint.annotations, BodyLimit),
        refuses,
        statuses: [...others, ...successes.keys(), ...errors.keys()]
          .filter((status) => status !== 400 || refusesInput)
          .sort(),
        nothingCreated,
        alsoCsv: Context.get(endpoint.annotations, AlsoCsv) as Operation["alsoCsv"],
        isChange,
        takesIdempotencyKey: isChange && group.identifier !== "spending",
        endpoint
      })
    }
  })
  return list
}
