import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import type { Services } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { middlewareOf } from "../api/Access.js"
import { importOperation } from "../api/ImportApi.js"
import type { Operation } from "../api/Operation.js"
import { operations } from "../api/operations.js"
import { schemasOf } from "../api/schemasOf.js"
import * as authenticateRequest from "../middleware/authenticateRequest.js"
import type { AnyCaller } from "../programs.js"
import { BufferedRequest } from "../request/BufferedRequest.js"
import * as RequestState from "../request/RequestState.js"
import { AllowImport } from "./AllowImport.js"
import { bindProgram, decodePart } from "./bindPrograms.js"
import { Compat } from "./compat/Compat.js"
import { withOneBudget } from "./compat/oneBudget.js"
import { openrouter } from "./compat/openrouter.js"
import type { Route } from "./router.js"

const noPath = Either.right({})
const noQuery = Either.right(undefined)

/** Decodes path and query of a request, and answers it. */
const answering = (operation: Operation): Route<AnyCaller | Services>["answer"] => {
  const { pathSchema, urlParamsSchema } = schemasOf(operation)
  const answer = bindProgram(operation)
  return ({ params, query, request }) => {
    if (!BufferedRequest.is(request)) return Effect.dieMessage("The body of the request was not read.")
    const path = Option.isSome(pathSchema) ? decodePart(pathSchema.value, params) : noPath
    if (Either.isLeft(path)) return Effect.fail(path.left)
    const urlParams = Option.isSome(urlParamsSchema) ? decodePart(urlParamsSchema.value, query) : noQuery
    if (Either.isLeft(urlParams)) return Effect.fail(urlParams.left)
    return answer({ request, path: path.right, urlParams: urlParams.right })
  }
}

const answered = operations.map((operation) => ({ operation, answer: answering(operation) }))
const importing = { operation: importOperation, answer: answering(importOperation) }

/**
 * The routes of all operations. The framework would build a layer for each resource and schemas of answers that are not
 * used here: most of the time that it takes to make the app.
 */
export const routes = Effect.gen(function* () {
  const admitting = yield* authenticateRequest.make
  const compat = yield* Compat
  const routes = [...answered, ...((yield* AllowImport) ? [importing] : [])].map(
    ({ answer, operation }): Route<Services> => {
      const { access, method, template } = operation
      const admit: Effect.Effect<unknown, unknown, HttpServerRequest | Services> = admitting(operation)
      // Undefined for an access level without a caller: the programs of its operations require none.
      const caller: { readonly key: string } | undefined = middlewareOf(access).provides
      // The access level provides the caller that the program requires: the types `Programs` and `Admitting` have checked it.
      const admitted = (compat === null ? answer : openrouter(operation, answer)) as Route<Services>["answer"]
      const served: Route<Services>["answer"] = (routed) =>
        Effect.flatMap(admit, (found) =>
          Effect.withFiberRuntime(({ currentContext }) => {
            if (caller !== undefined) RequestState.addService(currentContext, caller.key, found)
            return admitted(routed)
          })
        )
      return { method, path: template, answer: served }
    }
  )
  return compat === null ? routes : withOneBudget(routes)
})
