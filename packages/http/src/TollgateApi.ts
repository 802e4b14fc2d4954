import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { BASE_PATH } from "./BASE_PATH.js"
import { ByokApi } from "./byok/ByokApi.js"
import { describeDocument } from "./document/describeDocument.js"
import { GuardrailsApi } from "./guardrails/GuardrailsApi.js"
import { ImagesApi } from "./images/ImagesApi.js"
import { KeysApi } from "./keys/KeysApi.js"
import { OAuthApi } from "./oauth/OAuthApi.js"
import { operationsOf } from "./operationsOf.js"
import { OrganizationApi } from "./organization/OrganizationApi.js"
import { PresetsApi } from "./presets/PresetsApi.js"
import { InternalError } from "./WireError.js"
import { WorkspacesApi } from "./workspaces/WorkspacesApi.js"

const contract = HttpApi.make("tollgate")
  .annotate(OpenApi.Title, "Tollgate")
  .annotate(OpenApi.Version, "1.0.0")
  .add(ByokApi)
  .add(KeysApi)
  .add(OAuthApi)
  .add(GuardrailsApi)
  .add(WorkspacesApi)
  .add(OrganizationApi)
  .add(PresetsApi)
  .add(ImagesApi)
  .addError(InternalError)
  .prefix(BASE_PATH)

/** The contract: server, typed client and document all come from it. */
export class TollgateApi extends contract.annotate(OpenApi.Transform, (document) =>
  describeDocument(document, operationsOf(contract))
) {}
