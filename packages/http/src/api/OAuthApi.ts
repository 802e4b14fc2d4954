import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  AuthorizationCode,
  AuthorizationCodeExchange,
  ExchangedApiKey,
  NewAuthorizationCode
} from "@tollgate/core/models"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"
import { rateLimit } from "./RateLimit.js"

const exchangeCode = HttpApiEndpoint.post("exchangeCode", "/auth/keys")
  .annotate(OpenApi.Summary, "Exchange an authorization code for an API key")
  .annotate(
    OpenApi.Description,
    "Exchanges an authorization code for an API key. A code works once, while its user is a member of its workspace; PKCE is supported."
  )
  .setPayload(AuthorizationCodeExchange)
  .addSuccess(ExchangedApiKey)
  .pipe(declareErrors("InvalidInput", "CodeRefused"))
  .middleware(ManagementKey)

const createAuthorizationCode = HttpApiEndpoint.post("createAuthorizationCode", "/auth/keys/code")
  .annotate(OpenApi.Summary, "Create an authorization code")
  .annotate(
    OpenApi.Description,
    "Creates an authorization code after a user's consent. An application exchanges it for an API key, once, within ten minutes."
  )
  .setPayload(NewAuthorizationCode)
  .addSuccess(DataEnvelope(AuthorizationCode), { status: 201 })
  .pipe(
    declareErrors("ChallengeRefused", "ExpiryInThePast", "InvalidInput", "UserNotInOrganization", "WorkspaceNotFound"),
    rateLimit(600)
  )
  .middleware(ManagementKey)

export class OAuthApi extends HttpApiGroup.make("oauth")
  .annotate(OpenApi.Title, "OAuth")
  .annotate(OpenApi.Description, "API keys for applications, by authorization code.")
  .add(exchangeCode)
  .add(createAuthorizationCode) {}
