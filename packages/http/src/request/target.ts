/** A request's target up to its query. */
export const pathOf = (target: string): string => target.split("?", 1)[0] ?? ""

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** A target without a route. The router does not merge slashes. */
export const NO_ROUTE = "//"

/** Fast path: targets of plain characters need no normalization. */
const plain = /^(?:\/[\w.~-]+)+(?:\?|$)/

/**
 * Normalizes a request's target for the router. A target that is not a path has no route: the absolute form is for requests to
 * proxies (RFC 9112, section 3.2.2). A path segment whose percent-escapes are not UTF-8 is replaced by one that matches no id, so
 * that it is answered like any unknown id.
 */
export const normalizeTarget = (target: string): string => {
  if (plain.test(target)) return target
  const path = pathOf(target)
  if (path === "/") return target
  // The router would take an empty segment for an empty id.
  if (!target.startsWith("/") || /\/(?:\/|$)/.test(path)) return NO_ROUTE
  if (isDecodable(path) && !/[;#]/.test(path)) return target
  // The router would take a semicolon for the start of the query, and stop at a number sign.
  const segments = path
    .split("/")
    .map((part) => (isDecodable(part) ? part.replaceAll(";", "%3B").replaceAll("#", "%23") : "%EF%BF%BD"))
  return segments.join("/") + target.slice(path.length)
}

/** Removes the base path from a request's target. The base path itself becomes `/`; a target outside of it is null. */
export const stripBasePath = (basePath: string) => {
  const start = `${basePath}/`
  return (target: string): string | null => {
    if (target.startsWith(start)) return target.slice(basePath.length)
    return basePath !== "" && pathOf(target) === basePath ? `/${target.slice(basePath.length)}` : null
  }
}

const segments = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/

/** Throws a `TypeError` for a base path that no request can have. */
export const checkBasePath = (basePath: string): void => {
  if (segments.test(basePath)) return
  throw new TypeError(
    "The base path must be empty, or segments of letters, digits and -._~ with a slash before each and none at the end: /tollgate."
  )
}
