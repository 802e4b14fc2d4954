import { findRoutes, routes } from "./findRoutes.js"
import { pathOf } from "./routable.js"

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
