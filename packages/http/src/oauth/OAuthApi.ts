import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { CodeExchange, UserId } from "@tollgate/core"
import * as Schema from "effect/Schema"
import { ManagementKey } from "../auth/ManagementKey.js"
import { BadRequest } from "../WireError.js"

const ExchangedKey = Schema.Struct({ key: Schema.Redacted(Schema.String), user_id: Schema.NullOr(UserId) })

const exchangeCode = HttpApiEndpoint.post("exchangeCode", "/auth/keys")
  .annotate(OpenApi.Identifier, "exchangeAuthCodeForApiKey")
  .annotate(OpenApi.Summary, "Exchange authorization code for API key")
  .setPayload(CodeExchange)
  .addSuccess(ExchangedKey)
  .addError(BadRequest)
  .middleware(ManagementKey)

export class OAuthApi extends HttpApiGroup.make("oauth").annotate(OpenApi.Title, "OAuth").add(exchangeCode) {}
