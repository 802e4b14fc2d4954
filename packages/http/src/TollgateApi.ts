import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { ByokApi } from "./byok/ByokApi.js"
import { cleanDocument } from "./cleanDocument.js"
import { GuardrailsApi } from "./guardrails/GuardrailsApi.js"
import { ImagesApi } from "./images/ImagesApi.js"
import { KeysApi } from "./keys/KeysApi.js"
import { OAuthApi } from "./oauth/OAuthApi.js"
import { PresetsApi } from "./presets/PresetsApi.js"
import { InternalError } from "./WireError.js"
import { WorkspacesApi } from "./workspaces/WorkspacesApi.js"

/** Where every operation lives. The path carries the major version. */
export const BASE_PATH = "/api/v1"

/** The contract: server, typed client and document all come from it. */
export class TollgateApi extends HttpApi.make("tollgate")
  .annotate(OpenApi.Title, "Tollgate")
  .annotate(OpenApi.Version, "1.0.0")
  .annotate(OpenApi.Description, "The account side of a model gateway")
  .annotate(OpenApi.Transform, cleanDocument)
  .add(ByokApi)
  .add(KeysApi)
  .add(OAuthApi)
  .add(GuardrailsApi)
  .add(WorkspacesApi)
  .add(PresetsApi)
  .add(ImagesApi)
  .addError(InternalError)
  .prefix(BASE_PATH) {}
