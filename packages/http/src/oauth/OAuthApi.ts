import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { CodeExchange, ExchangedKey } from "@tollgate/core/models"
import { ManagementKey } from "../middleware/ManagementKey.js"
import { refuses } from "../refuses.js"

const exchangeCode = HttpApiEndpoint.post("exchangeCode", "/auth/keys")
  .annotate(OpenApi.Identifier, "exchangeAuthCodeForApiKey")
  .annotate(OpenApi.Summary, "Exchange authorization code for API key")
  .annotate(OpenApi.Description, "Exchanges an authorization code for a key, once, with PKCE")
  .setPayload(CodeExchange)
  .addSuccess(ExchangedKey)
  .pipe(refuses("InvalidInput", "CodeRefused"))
  .middleware(ManagementKey)

export class OAuthApi extends HttpApiGroup.make("oauth")
  .annotate(OpenApi.Title, "OAuth")
  .annotate(OpenApi.Description, "Keys for who comes back from an authorization page.")
  .add(exchangeCode) {}
