import { HttpApiMiddleware } from "@effect/platform"
import { Caller } from "@tollgate/core"
import { Effect, Layer, Schema } from "effect"
import { Forbidden, InternalError, Unauthorized } from "../WireError.js"
import { identify, managementHidden, managementOnly } from "./identify.js"

/** The operation manages the account: 403 for an ordinary key. */
export class ManagementKey extends HttpApiMiddleware.Tag<ManagementKey>()("@tollgate/http/ManagementKey", {
  provides: Caller,
  failure: Schema.Union(Unauthorized, Forbidden, InternalError)
}) {
  static readonly layer = Layer.effect(ManagementKey, Effect.map(identify, managementOnly))
}

/** The operation manages the account and lists no 403: an ordinary key is an invalid credential (401). */
export class ManagementKeyHidden extends HttpApiMiddleware.Tag<ManagementKeyHidden>()(
  "@tollgate/http/ManagementKeyHidden",
  { provides: Caller, failure: Schema.Union(Unauthorized, InternalError) }
) {
  static readonly layer = Layer.effect(ManagementKeyHidden, Effect.map(identify, managementHidden))
}
