import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import { ManagementCaller } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Forbidden, InternalError, Unauthorized } from "../WireError.js"
import { identify, refuseOrdinaryKeys } from "./identify.js"

/** The operation manages the account: 403 for an ordinary key. */
export class ManagementKey extends HttpApiMiddleware.Tag<ManagementKey>()("@tollgate/http/ManagementKey", {
  provides: ManagementCaller,
  failure: Schema.Union(Unauthorized, Forbidden, InternalError)
}) {
  static readonly layer = Layer.effect(
    ManagementKey,
    Effect.map(identify, refuseOrdinaryKeys(Forbidden.managementOnly))
  )
}

/** The operation manages the account and lists no 403: an ordinary key is an invalid credential (401). */
export class ManagementKeyHidden extends HttpApiMiddleware.Tag<ManagementKeyHidden>()(
  "@tollgate/http/ManagementKeyHidden",
  { provides: ManagementCaller, failure: Schema.Union(Unauthorized, InternalError) }
) {
  static readonly layer = Layer.effect(
    ManagementKeyHidden,
    Effect.map(identify, refuseOrdinaryKeys(Unauthorized.invalid))
  )
}
