import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import { ManagementCaller } from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { Forbidden, InternalError, Unauthorized } from "./WireError.js"

/** The operation requires a management key. Returns 403 for an ordinary key, and, if it changes something, for a read-only one. */
export class ManagementKey extends HttpApiMiddleware.Tag<ManagementKey>()("@tollgate/http/ManagementKey", {
  provides: ManagementCaller,
  failure: Schema.Union(Unauthorized, Forbidden, InternalError)
}) {}

/**
 * The operation requires a management key and declares no 403. An ordinary key is answered 401. One that changes something has
 * `ReadOnlyRefused`, too.
 */
export class ManagementKeyHidden extends HttpApiMiddleware.Tag<ManagementKeyHidden>()(
  "@tollgate/http/ManagementKeyHidden",
  { provides: ManagementCaller, failure: Schema.Union(Unauthorized, InternalError) }
) {}

/** Declares the 403 for a read-only key, where an operation changes something and has none for an ordinary key. */
export class ReadOnlyRefused extends HttpApiMiddleware.Tag<ReadOnlyRefused>()("@tollgate/http/ReadOnlyRefused", {
  failure: Forbidden
}) {}
