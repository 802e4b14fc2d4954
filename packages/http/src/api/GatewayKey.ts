import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import { GatewayCaller, LedgerCaller } from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { Forbidden, InternalError, SpendingForbidden, Unauthorized } from "./WireError.js"

/** The operation requires a gateway key. Returns 403 for an API key. */
export class GatewayKey extends HttpApiMiddleware.Tag<GatewayKey>()("@tollgate/http/GatewayKey", {
  provides: GatewayCaller,
  failure: Schema.Union(Unauthorized, SpendingForbidden, InternalError)
}) {}

/** The operation requires a gateway key or a management key. Returns 403 for an ordinary key, and, if it changes something, for a read-only one. */
export class GatewayOrManagementKey extends HttpApiMiddleware.Tag<GatewayOrManagementKey>()(
  "@tollgate/http/GatewayOrManagementKey",
  { provides: LedgerCaller, failure: Schema.Union(Unauthorized, Forbidden, InternalError) }
) {}
