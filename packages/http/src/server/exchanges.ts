import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Entropy } from "@tollgate/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashSet from "effect/HashSet"
import * as Runtime from "effect/Runtime"
import * as Exchange from "../Exchange.js"
import { namingRequest } from "../namingRequest.js"
import type { TollgateApp } from "../TollgateApp.js"
import { tracing } from "../tracing.js"
import { BufferedRequest, type RequestParts } from "./BufferedRequest.js"

/** A request under way: what it has come to so far, and the fiber that ends with its answer. */
interface Running {
  readonly exchange: Exchange.Exchange
  readonly fiber: Fiber.RuntimeFiber<HttpServerResponse.HttpServerResponse>
}

/** Starts requests, each in a fiber of its own. What is the same for all of them is set here, once. */
export const exchanges = (
  { app, services }: Context.Tag.Service<TollgateApp>,
  given: Runtime.Runtime<never>
): ((parts: RequestParts, to?: typeof app) => Running) => {
  const [whole, runtime] = tracing(app, given)
  const shared = Context.merge(services, runtime.context)
  const entropy = Context.get(shared, Entropy)
  const clock = Context.get(FiberRefs.getOrDefault(runtime.fiberRefs, DefaultServices.currentServices), Clock.Clock)
  const loggers = FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentLoggers)
  const { fiberRefs, runtimeFlags } = Runtime.setFiberRef(
    runtime,
    FiberRef.currentLoggers,
    HashSet.map(loggers, namingRequest)
  )

  return (parts, to = whole) => {
    const exchange = Exchange.start(entropy.uuid(), clock.unsafeCurrentTimeMillis())
    const context = Context.make(Exchange.Current, exchange).pipe(
      Context.add(HttpServerRequest.HttpServerRequest, new BufferedRequest(parts)),
      (request) => Context.merge(shared, request)
    )
    return { exchange, fiber: Runtime.runFork(Runtime.make({ context, fiberRefs, runtimeFlags }), to) }
  }
}
