import * as Etag from "@effect/platform/Etag"
import * as FileSystem from "@effect/platform/FileSystem"
import * as HttpPlatform from "@effect/platform/HttpPlatform"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Path from "@effect/platform/Path"
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

type App = Context.Tag.Service<TollgateApp>

/**
 * What every request has with it: what the framework asks for, and what the host has that the app was not built with, such
 * as a span. The rest is bound where it is used, and would be copied several times for each request.
 */
const shared = (services: App["services"], host: Context.Context<never>): App["services"] => {
  const framework = Context.pick(Etag.Generator, FileSystem.FileSystem, HttpPlatform.HttpPlatform, Path.Path)(services)
  const others = [...host.unsafeMap].filter(([key, service]) => services.unsafeMap.get(key) !== service)
  return Context.merge(framework, Context.unsafeMake<never>(new Map(others)))
}

/** Starts requests, each in a fiber of its own. What is the same for all of them is set here, once. */
export const exchanges = (
  { app, services }: App,
  given: Runtime.Runtime<never>
): ((parts: RequestParts, to?: typeof app) => Running) => {
  const [whole, runtime] = tracing(app, given)
  const base = shared(services, runtime.context)
  const entropy = Context.get(Context.merge(services, runtime.context), Entropy)
  const clock = Context.get(FiberRefs.getOrDefault(runtime.fiberRefs, DefaultServices.currentServices), Clock.Clock)
  const loggers = FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentLoggers)
  const { fiberRefs, runtimeFlags } = Runtime.setFiberRef(
    runtime,
    FiberRef.currentLoggers,
    HashSet.map(loggers, namingRequest)
  )

  return (parts, to = whole) => {
    const exchange = Exchange.start(entropy.uuid(), clock.unsafeCurrentTimeMillis())
    const context = Context.add(
      Context.add(base, Exchange.Current, exchange),
      HttpServerRequest.HttpServerRequest,
      new BufferedRequest(parts)
    )
    return { exchange, fiber: Runtime.runFork(Runtime.make({ context, fiberRefs, runtimeFlags }), to) }
  }
}
