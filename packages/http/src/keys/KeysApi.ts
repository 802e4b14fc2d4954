import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ApiKey, KeyPatch } from "@tollgate/core"
import * as Schema from "effect/Schema"
import { RateLimitedManagementKey } from "../auth/RateLimitedManagementKey.js"
import { BadRequest, NotFound } from "../WireError.js"

const updateKey = HttpApiEndpoint.patch("updateKey", "/keys/:hash")
  .annotate(OpenApi.Identifier, "updateKey")
  .annotate(OpenApi.Summary, "Update an API key")
  .setPath(
    Schema.Struct({ hash: Schema.String.annotations({ description: "the key's hash, 64 lower-case hex digits" }) })
  )
  .setPayload(KeyPatch)
  .addSuccess(Schema.Struct({ data: ApiKey }))
  .addError(BadRequest)
  .addError(NotFound)
  .middleware(RateLimitedManagementKey)

export class KeysApi extends HttpApiGroup.make("keys").annotate(OpenApi.Title, "API Keys").add(updateKey) {}
