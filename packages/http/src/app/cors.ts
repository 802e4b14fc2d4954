import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as RequestState from "../request/RequestState.js"
import { requestMiddleware } from "../request/requestMiddleware.js"
import { pathOf } from "../request/target.js"
import { Compat, type CompatForm, compatHeaders } from "./compat/Compat.js"

// Not the framework's `HttpMiddleware.cors`: it lists the same methods for every route, and does not see the refusals that
// are written before a request reaches the app, such as 408 and 431.

/** Which pages of other origins may call the API (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export interface CorsOptions {
  /**
   * Origins as browsers send them: scheme and host in lower case, and the port unless it is the scheme's default, such as
   * `https://app.example`. `["*"]` allows every origin. Requests carry their key in `Authorization`: cookies are never
   * allowed.
   */
  readonly origins: ReadonlyArray<string>
}

/** Options of `webHandler` and `nodeHandler`. */
export interface HandlerOptions {
  /** Which pages of other origins may call the API. @default no origin */
  readonly cors?: CorsOptions | undefined
  /**
   * Whether the console is served at `/console` below the base path, and browsers that ask for the base path are redirected to it. Serve it on an
   * origin of its own: every other script of the origin could read the key that is pasted there.
   *
   * @default false
   */
  readonly console?: boolean | undefined
}

/** The headers of answers that a page of an origin may read, by lower-case name. */
export interface Cors {
  readonly allows: (origin: string | undefined) => boolean
  readonly headersFor: (origin: string | undefined) => Readonly<Record<string, string>>
}

const EXPOSED =
  "X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Idempotency-Replayed"

// Clients that trace their calls send the last three.
const SENT = "Authorization, Content-Type, Idempotency-Key, Traceparent, Tracestate, B3"

const preflightHeaders = (compat: CompatForm | null) => ({
  "access-control-allow-headers": compat === null ? SENT : `${SENT}, ${compatHeaders[compat]}`,
  // In seconds. The most that Chromium keeps a preflight answer.
  "access-control-max-age": "7200"
})

const isOrigin = (text: unknown): boolean => {
  if (!Predicate.isString(text) || !URL.canParse(text)) return false
  const { host, origin, protocol } = new URL(text)
  // The URL standard gives other schemes no origin; the web views of apps send theirs in this form.
  return host !== "" && !host.includes("*") && text === (origin === "null" ? `${protocol}//${host}` : origin)
}

/** Whether a value is a list of origins, or `["*"]`. */
export const isOriginList = (value: unknown): boolean =>
  Array.isArray(value) && ((value.length === 1 && value[0] === "*") || value.every(isOrigin))

/**
 * Prepares the CORS headers; null if no origin is allowed.
 *
 * @throws `TypeError` if `origins` is not a list of origins.
 */
export const makeCors = (options: CorsOptions | undefined): Cors | null => {
  if (options === undefined) return null
  if (!Predicate.isRecord(options) || !isOriginList(options.origins)) {
    throw new TypeError(
      'cors.origins must be a list of origins such as "https://app.example", without a path or a slash at the end, or ["*"] alone.'
    )
  }
  const origins = new Set(options.origins)
  if (origins.size === 0) return null
  const isOpen = origins.has("*")
  const allows = (origin: string | undefined): boolean => origin !== undefined && (isOpen || origins.has(origin))
  const vary = isOpen ? {} : { vary: "Origin" }
  const headersFor = (origin: string | undefined): Readonly<Record<string, string>> => {
    if (origin === undefined || !allows(origin)) return vary
    const allowed = { "access-control-allow-origin": isOpen ? "*" : origin, "access-control-expose-headers": EXPOSED }
    return { ...vary, ...allowed }
  }
  return { allows, headersFor }
}

/** Answers a browser's preflight requests for routes that exist. Other requests go to the app. */
export const withPreflight =
  ({ allows }: Cors) =>
  <R>(app: HttpApp.Default<never, R>): HttpApp.Default<never, R> =>
    Effect.withFiberRuntime(({ currentContext }) => {
      const { headers, method, url } = Context.unsafeGet(currentContext, HttpServerRequest.HttpServerRequest)
      const isPreflight = method === "OPTIONS" && headers["access-control-request-method"] !== undefined
      if (!isPreflight || !allows(headers["origin"])) return app
      const methods = Context.get(currentContext, RequestState.Current).routes.allowedMethods(pathOf(url))
      if (methods.length === 0) return app
      const compat = Context.get(currentContext, Compat)
      const answered = { ...preflightHeaders(compat), "access-control-allow-methods": methods.join(", ") }
      return requestMiddleware(Effect.succeed(HttpServerResponse.empty({ status: 204, headers: answered })))
    })
