import * as Context from "effect/Context"

/**
 * Whether gateways may open the provider credentials of their holds by `openCredential`. A server of the HTTP API refuses it by default, so
 * that no secret travels unless its host has decided so.
 *
 * @default false
 */
export class ServeCredentials extends Context.Reference<ServeCredentials>()("@tollgate/core/ServeCredentials", {
  defaultValue: () => false
}) {}
