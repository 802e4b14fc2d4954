import { AnyKey } from "./AnyKey.js"
import { ManagementKey, ManagementKeyHidden } from "./ManagementKey.js"

/** Who may ask, and what the wrong kind of key reads. */
export type Access = "any key" | "management, else 401" | "management, else 403"

const rights = new Map<string, Access>([
  [AnyKey.key, "any key"],
  [ManagementKey.key, "management, else 403"],
  [ManagementKeyHidden.key, "management, else 401"]
])

/** The right that an endpoint demands, by its middleware. Throws where it demands none: no operation is open to everybody. */
export const accessOf = (name: string, middleware: ReadonlySet<{ readonly key: string }>): Access => {
  const [right] = [...middleware].flatMap(({ key }) => rights.get(key) ?? [])
  if (right === undefined) throw new Error(`${name} asks for no key: end its endpoint with .middleware(ManagementKey).`)
  return right
}
