import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import { ManagementCaller } from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { Forbidden, InternalError, Unauthorized } from "./WireError.js"

/** The operation requires a management key. Returns 403 for an ordinary key. */
export class ManagementKey extends HttpApiMiddleware.Tag<ManagementKey>()("@tollgate/http/ManagementKey", {
  provides: ManagementCaller,
  failure: Schema.Union(Unauthorized, Forbidden, InternalError)
}) {}

/** The operation requires a management key and declares no 403. An ordinary key is answered 401. */
export class ManagementKeyHidden extends HttpApiMiddleware.Tag<ManagementKeyHidden>()(
  "@tollgate/http/ManagementKeyHidden",
  { provides: ManagementCaller, failure: Schema.Union(Unauthorized, InternalError) }
) {}
