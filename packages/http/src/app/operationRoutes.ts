import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Services } from "@tollgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { type AccessMiddleware, middlewareOf } from "../api/Access.js"
import { importOperation } from "../api/ImportApi.js"
import type { Operation } from "../api/Operation.js"
import { operations } from "../api/operations.js"
import { schemasOf } from "../api/schemasOf.js"
import type { AnyCaller } from "../programs.js"
import { AllowImport } from "./AllowImport.js"
import { bindProgram, decodePart } from "./bindPrograms.js"

/** A middleware of any access: its service lets a request in, and gives its caller. */
interface AnyMiddleware extends Context.Tag<AccessMiddleware, Effect.Effect<unknown, unknown>> {
  /** Undefined if its operations are told of no caller. */
  readonly provides: Context.Tag<AnyCaller, unknown> | undefined
}

const noPath = Either.right({})
const noQuery = Either.right(undefined)

/** Decodes path and query of a request, and answers it. */
const answering = (operation: Operation) => {
  const { pathSchema, urlParamsSchema } = schemasOf(operation)
  const answer = bindProgram(operation)
  return Effect.withFiberRuntime<HttpServerResponse.HttpServerResponse, unknown, AnyCaller | Services>(
    ({ currentContext: context }) => {
      const { params } = Context.unsafeGet(context, HttpRouter.RouteContext)
      const path = Option.isSome(pathSchema) ? decodePart(pathSchema.value, params) : noPath
      if (Either.isLeft(path)) return Effect.fail(path.left)
      const given = Context.unsafeGet(context, HttpServerRequest.ParsedSearchParams)
      const query = Option.isSome(urlParamsSchema) ? decodePart(urlParamsSchema.value, given) : noQuery
      if (Either.isLeft(query)) return Effect.fail(query.left)
      const request = Context.unsafeGet(context, HttpServerRequest.HttpServerRequest)
      return answer({ request, path: path.right, urlParams: query.right })
    }
  )
}

const answered = operations.map((operation) => ({ operation, answer: answering(operation) }))
const importing = { operation: importOperation, answer: answering(importOperation) }

/**
 * The routes of all operations. The framework would build a layer for each resource and schemas of answers that are not
 * used here: most of the time that it takes to make the app.
 */
export const routes = Effect.map(
  Effect.all([Effect.context<AccessMiddleware | Services>(), AllowImport]),
  ([services, allowsImport]) =>
    [...answered, ...(allowsImport ? [importing] : [])].map(({ answer, operation: { access, method, template } }) => {
      // The middleware of each access gives another type of caller, which `Programs` has checked, too.
      const middleware = middlewareOf(access) as unknown as AnyMiddleware
      const served = Effect.mapInputContext(answer, (given: Context.Context<AnyCaller>) =>
        Context.merge(services, given)
      )
      const admit = Context.get(services, middleware)
      const { provides } = middleware
      const admitted =
        provides === undefined
          ? // A program without a caller requires none.
            Effect.zipRight(admit, served as Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>)
          : Effect.provideServiceEffect(served, provides, admit)
      return HttpRouter.makeRoute(method, template, admitted)
    })
)
