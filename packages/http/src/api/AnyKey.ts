import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import { Caller } from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { GatewayForbidden, InternalError, Unauthorized } from "./WireError.js"

/** The operation accepts every API key and declares no 403. A gateway key is answered 401. */
export class AnyKey extends HttpApiMiddleware.Tag<AnyKey>()("@tollgate/http/AnyKey", {
  provides: Caller,
  failure: Schema.Union(Unauthorized, InternalError)
}) {}

/** The operation accepts every API key. Returns 403 for a gateway key. */
export class AnyApiKey extends HttpApiMiddleware.Tag<AnyApiKey>()("@tollgate/http/AnyApiKey", {
  provides: Caller,
  failure: Schema.Union(Unauthorized, GatewayForbidden, InternalError)
}) {}

/** The operation accepts every key, also of a gateway. Its program has no caller. */
export class AnyOrGatewayKey extends HttpApiMiddleware.Tag<AnyOrGatewayKey>()("@tollgate/http/AnyOrGatewayKey", {
  failure: Schema.Union(Unauthorized, InternalError)
}) {}
