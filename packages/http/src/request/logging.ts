import type { StorageFailure } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashMap from "effect/HashMap"
import * as Logger from "effect/Logger"
import { findRoutes, routes } from "../api/findRoutes.js"
import * as RequestState from "./RequestState.js"
import { pathOf } from "./target.js"

const literals = routes.flatMap(({ template }) => template.split("/").filter((part) => !part.startsWith(":")))
const words = new Set([...literals, "default"])
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const segment = (text: string): string => {
  if (words.has(text)) return text
  if (uuid.test(text)) return text.slice(0, 8)
  return /^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : "***"
}

/**
 * A path as it may be logged: the words of its route, the first digits of UUIDs and hashes; all else, even the rest of those, could be a secret. A path
 * that no route has is read word by word.
 */
export const loggedPath = (url: string): string => {
  const path = pathOf(url).slice(0, 512)
  const [route] = findRoutes(path)
  if (route === undefined) return path.split("/").map(segment).join("/")
  return route.template.replace(/:(\w+)/g, (_, name: string) => segment(route.params[name] ?? ""))
}

const MAX_DEPTH = 4

// Their messages repeat what was sent.
const quoting = new Set(["ParseError", "RequestError", "ResponseError", "RouteNotFound", "MultipartError"])

/** An unknown failure in a line for the log: names, codes and messages along its causes, never its other fields. */
export const failureLine = (failure: unknown, depth = 0): string => {
  if (!(failure instanceof Error) || depth === MAX_DEPTH) return typeof failure
  const code = "code" in failure && typeof failure.code === "string" ? ` ${failure.code}` : ""
  const tag = "_tag" in failure ? String(failure._tag) : failure.name
  const message = quoting.has(tag) ? "" : (failure.message.split("\n")[0]?.slice(0, 200) ?? "")
  const cause = failure.cause === undefined ? "" : ` < ${failureLine(failure.cause, depth + 1)}`
  return `${tag}${code}: ${message}${cause}`
}

/** What storage said, for who runs the server. */
export const logStorageFailure = ({ cause }: StorageFailure): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError("storage failed"), "cause", failureLine(cause))

/**
 * Puts `request_id` on every line that a request's fibers log, whoever logs it. It is looked up when there is a line, so
 * that a request without any pays nothing for it.
 */
export const withRequestId = (logger: Logger.Logger<unknown, unknown>): Logger.Logger<unknown, unknown> =>
  Logger.make((line) => {
    const { requestId } = Context.get(
      FiberRefs.getOrDefault(line.context, FiberRef.currentContext),
      RequestState.Current
    )
    logger.log({ ...line, annotations: HashMap.set(line.annotations, "request_id", requestId) })
  })
