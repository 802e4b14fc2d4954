import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { AnyApiKey, AnyKey, AnyOrGatewayKey } from "./AnyKey.js"
import { GatewayKey, GatewayOrManagementKey } from "./GatewayKey.js"
import { ManagementKey, ManagementKeyHidden } from "./ManagementKey.js"
import type { Forbidden } from "./WireError.js"

const levels = {
  "any key, else 401": AnyKey,
  "any key, else 403": AnyApiKey,
  "any or gateway key": AnyOrGatewayKey,
  "management, else 403": ManagementKey,
  "management, else 401": ManagementKeyHidden,
  "gateway, else 403": GatewayKey,
  "gateway or management, else 403": GatewayOrManagementKey
} as const

/** The keys that may call an operation, and the status for a key of another kind. A gateway key is no API key. */
export type Access = keyof typeof levels

/**
 * The check of each access level: returns the caller of the request, or fails as the level declares. Where an operation changes something,
 * a read-only key is `Forbidden` at every level of managers.
 */
export type Admitting<R> = {
  readonly [A in Access]: Context.Tag.Service<(typeof levels)[A]> extends Effect.Effect<
    infer Caller,
    infer Failure,
    infer _
  >
    ? Effect.Effect<Caller, Failure | Forbidden, R>
    : never
}

/** The middleware that lets in the keys of an access level. */
export const middlewareOf = (access: Access) => levels[access]

/** The access that an endpoint's middleware requires. Throws if there is none: no operation is public. */
export const accessOf = (name: string, middleware: ReadonlySet<{ readonly key: string }>): Access => {
  const keys = Array.from(middleware, ({ key }) => key)
  const [access] = Struct.keys(levels).filter((level) => keys.includes(levels[level].key))
  if (access === undefined)
    throw new Error(`${name} requires no key: end its endpoint with .middleware(ManagementKey).`)
  return access
}
