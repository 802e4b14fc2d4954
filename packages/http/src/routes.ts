import * as HttpApi from "@effect/platform/HttpApi"
import { TollgateApi } from "./TollgateApi.js"

/** Where the routes beside the contract's are. */
export const plainRoutes = {
  live: "/healthz",
  ready: "/readyz",
  document: "/openapi.json",
  page: "/docs"
} as const

interface Template {
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
}

const template = (method: string, path: string): Template => ({
  method,
  path,
  pattern: new RegExp(`^${path.replace(/:[a-z]+/g, "[^/]+").replaceAll(".", "\\.")}$`)
})

const templates: Array<Template> = Object.values(plainRoutes).map((path) => template("GET", path))
HttpApi.reflect(TollgateApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => templates.push(template(endpoint.method, endpoint.path))
})

const pathOf = (url: string): string => url.split("?", 1)[0] ?? ""

/** The methods that a path answers, as the `Allow` header lists them (RFC 9110, section 10.2.1); none for no route. */
export const allowedMethods = (url: string): ReadonlyArray<string> => {
  const path = pathOf(url)
  const methods = templates.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return methods.includes("GET") ? [...methods, "HEAD"] : methods
}

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * A request's target as the router may see it. A target that is no path has no route: a proxy's absolute form
 * (RFC 9112, section 3.2.2) is not served, since no proxy should stand behind this server. A path
 * segment whose percent-escapes are no UTF-8 becomes one that names nothing, so that it is answered as any unknown id.
 */
export const routable = (target: string): string => {
  const path = pathOf(target)
  // The router would take an empty segment for an empty id.
  if (!target.startsWith("/") || /\/(?:\/|$)/.test(path)) return "/"
  if (isDecodable(path) && !/[;#]/.test(path)) return target
  // The router would take a semicolon for the start of the query, and stop at a number sign.
  const segments = path
    .split("/")
    .map((part) => (isDecodable(part) ? part.replaceAll(";", "%3B").replaceAll("#", "%23") : "%EF%BF%BD"))
  return segments.join("/") + target.slice(path.length)
}

const literals = templates.flatMap(({ path }) => path.split("/").filter((part) => !part.startsWith(":")))
const words = new Set([...literals, "default"])
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const segment = (text: string): string => {
  if (words.has(text) || uuid.test(text)) return text
  return /^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : "***"
}

/** A path as it may be logged: words of the routes, UUIDs and shortened hashes; anything else could be a secret. */
export const loggedPath = (url: string): string => pathOf(url).slice(0, 512).split("/").map(segment).join("/")
