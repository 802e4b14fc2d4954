import { AnyKey } from "./AnyKey.js"
import { GatewayKey, GatewayOrManagementKey } from "./GatewayKey.js"
import { ManagementKey, ManagementKeyHidden } from "./ManagementKey.js"

/** The keys that may call an operation, and the status for a key of another kind. A gateway key is no API key. */
export type Access =
  | "any key"
  | "management, else 401"
  | "management, else 403"
  | "gateway, else 403"
  | "gateway or management, else 403"

const levels = new Map<string, Access>([
  [AnyKey.key, "any key"],
  [ManagementKey.key, "management, else 403"],
  [ManagementKeyHidden.key, "management, else 401"],
  [GatewayKey.key, "gateway, else 403"],
  [GatewayOrManagementKey.key, "gateway or management, else 403"]
])

/** The access that an endpoint's middleware requires. Throws if there is none: no operation is public. */
export const accessOf = (name: string, middleware: ReadonlySet<{ readonly key: string }>): Access => {
  const [access] = [...middleware].flatMap(({ key }) => levels.get(key) ?? [])
  if (access === undefined)
    throw new Error(`${name} requires no key: end its endpoint with .middleware(ManagementKey).`)
  return access
}
