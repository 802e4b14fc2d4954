import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import { Caller } from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { InternalError, Unauthorized } from "./WireError.js"

/** The operation accepts every API key. */
export class AnyKey extends HttpApiMiddleware.Tag<AnyKey>()("@tollgate/http/AnyKey", {
  provides: Caller,
  failure: Schema.Union(Unauthorized, InternalError)
}) {}
