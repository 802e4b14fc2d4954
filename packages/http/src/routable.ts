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

/** Nearly every target: segments of letters that need no second look. */
const plain = /^(?:\/[\w.~-]+)+(?:\?|$)/

/**
 * A request's target as the router may see it. A target that is no path has no route: a proxy's absolute form
 * (RFC 9112, section 3.2.2) is not served, since no proxy should stand behind this server. A path
 * segment whose percent-escapes are no UTF-8 becomes one that names nothing, so that it is answered as any unknown id.
 */
export const routable = (target: string): string => {
  if (plain.test(target)) return target
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
