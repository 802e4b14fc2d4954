import type { StorageFailure } from "@tollgate/core/storage"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashMap from "effect/HashMap"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { words as literals } from "../api/RouteTable.js"
import * as RequestState from "./RequestState.js"
import { pathOf } from "./target.js"

const words = new Set([...literals, "default"])
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const segment = (text: string): string => {
  if (words.has(text)) return text
  if (uuid.test(text)) return text.slice(0, 8)
  return /^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : "***"
}

/**
 * A path for logs and spans: the literal parts of its route, and the first digits of UUIDs and hashes. Everything else is masked,
 * because it could be a secret. Without a route, words that no route has are masked too.
 */
export const loggedPath = (url: string, route: RequestState.MatchedRoute | null = null): string => {
  const names = route?.path.split("/") ?? []
  const parts = pathOf(url).slice(0, 512).split("/")
  return parts
    .map((part, i) => {
      const name = names[i]
      return name === undefined || name.startsWith(":") ? segment(part) : name
    })
    .join("/")
}

const MAX_DEPTH = 4

// The messages of these errors repeat what was sent.
const quoting = new Set(["ParseError", "RequestError", "ResponseError", "RouteNotFound", "MultipartError"])

/** An unexpected failure as one line: names, codes and messages along its causes, and none of its other fields. */
export const failureLine = (failure: unknown, depth = 0): string => {
  if (!(failure instanceof Error) || depth === MAX_DEPTH) return typeof failure
  const code = "code" in failure && typeof failure.code === "string" ? ` ${failure.code}` : ""
  const tag = "_tag" in failure ? String(failure._tag) : failure.name
  const message = quoting.has(tag) ? "" : (failure.message.split("\n")[0]?.slice(0, 200) ?? "")
  const cause = failure.cause === undefined ? "" : ` < ${failureLine(failure.cause, depth + 1)}`
  return `${tag}${code}: ${message}${cause}`
}

/** Logs the outcome and the cause of a storage failure. The caller never sees the cause. */
export const logStorageFailure = ({ cause, outcome }: StorageFailure): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError("storage failed"), { outcome, cause: failureLine(cause) })

/**
 * Writes a log line to the loggers of a fiber, if its minimum level permits. Synchronous, because `Effect.annotateLogs` takes 33 steps for
 * the line of a request, half as many as the rest of a small request.
 *
 * @param fieldsAt Makes the fields. It is given the present time in milliseconds since 1970.
 */
export const writeLine = (
  fiber: Fiber.RuntimeFiber<unknown, unknown>,
  logLevel: LogLevel.LogLevel,
  message: string,
  fieldsAt: (now: number) => Readonly<Record<string, unknown>>
): void => {
  if (LogLevel.greaterThan(fiber.getFiberRef(FiberRef.currentMinimumLogLevel), logLevel)) return
  const services = fiber.getFiberRef(DefaultServices.currentServices)
  const now = Context.get(services, Clock.Clock).unsafeCurrentTimeMillis()
  const line = {
    annotations: HashMap.mutate(fiber.getFiberRef(FiberRef.currentLogAnnotations), (all) => {
      for (const [name, value] of Object.entries(fieldsAt(now))) HashMap.set(all, name, value)
    }),
    cause: Cause.empty,
    context: fiber.getFiberRefs(),
    date: new Date(now),
    fiberId: fiber.id(),
    logLevel,
    message: [message],
    spans: fiber.getFiberRef(FiberRef.currentLogSpan)
  }
  for (const logger of fiber.getFiberRef(FiberRef.currentLoggers)) logger.log(line)
}

/**
 * Adds `request_id` to every line that the fibers of a request log. It is looked up when a line is written, so that a
 * request without lines pays nothing.
 */
export const withRequestId = (logger: Logger.Logger<unknown, unknown>): Logger.Logger<unknown, unknown> =>
  Logger.make((line) => {
    const { requestId } = Context.get(
      FiberRefs.getOrDefault(line.context, FiberRef.currentContext),
      RequestState.Current
    )
    logger.log({ ...line, annotations: HashMap.set(line.annotations, "request_id", requestId) })
  })
