import * as Context from "effect/Context"
import { refusal } from "../schema/refusal.js"
import type { OrganizationId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { ManagingPrincipal } from "./Caller.js"

/** A caller that spends for others: the host process, or the holder of a gateway key. */
export interface Gateway {
  /** The only organization that the caller spends for. Null means all organizations. */
  readonly organizationId: OrganizationId | null
  /** Hash of the gateway key. Null or absent for the host. */
  readonly keyHash?: KeyHash | null
}

/** The caller of a program that only the host or a gateway key may run. */
export class GatewayCaller extends Context.Tag("@tollgate/core/GatewayCaller")<GatewayCaller, Gateway>() {}

/** The caller of a program that reads holds, or stops runs: the host, a gateway key, or a management key of the organization. */
export class LedgerCaller extends Context.Tag("@tollgate/core/LedgerCaller")<
  LedgerCaller,
  Gateway | ManagingPrincipal
>() {}

/** The operation requires an API key, and the caller has a gateway key. */
export class ApiKeyRequired extends refusal<ApiKeyRequired>()("ApiKeyRequired", {}) {}

/** The operation requires a gateway key, and the caller has another one. */
export class GatewayKeyRequired extends refusal<GatewayKeyRequired>()("GatewayKeyRequired", {}) {}
