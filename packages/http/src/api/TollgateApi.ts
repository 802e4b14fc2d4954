import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { ActivityApi } from "./ActivityApi.js"
import { AlertsApi } from "./AlertsApi.js"
import { AuditApi } from "./AuditApi.js"
import { BoostsApi } from "./BoostsApi.js"
import { BudgetsApi } from "./BudgetsApi.js"
import { ByokApi } from "./ByokApi.js"
import { describeDocument } from "./document/describeDocument.js"
import { GuardrailsApi } from "./GuardrailsApi.js"
import { ImagesApi } from "./ImagesApi.js"
import { KeysApi } from "./KeysApi.js"
import { OAuthApi } from "./OAuthApi.js"
import { reflectOperations } from "./Operation.js"
import { OrganizationApi } from "./OrganizationApi.js"
import { PresetsApi } from "./PresetsApi.js"
import { PricesApi } from "./PricesApi.js"
import { BASE_PATH } from "./paths.js"
import { RequestsApi } from "./RequestsApi.js"
import { RunsApi } from "./RunsApi.js"
import { SpendingApi } from "./SpendingApi.js"
import { version } from "./version.js"
import { WebhooksApi } from "./WebhooksApi.js"
import { InternalError } from "./WireError.js"
import { WorkspacesApi } from "./WorkspacesApi.js"

const contract = HttpApi.make("tollgate")
  .annotate(OpenApi.Title, "Tollgate")
  .annotate(OpenApi.Version, version)
  .add(KeysApi)
  .add(OAuthApi)
  .add(ByokApi)
  .add(GuardrailsApi)
  .add(WorkspacesApi)
  .add(OrganizationApi)
  .add(PresetsApi)
  .add(ImagesApi)
  .add(PricesApi)
  .add(SpendingApi)
  .add(BoostsApi)
  .add(RequestsApi)
  .add(RunsApi)
  .add(BudgetsApi)
  .add(ActivityApi)
  .add(AlertsApi)
  .add(AuditApi)
  .add(WebhooksApi)
  .addError(InternalError)
  .prefix(BASE_PATH)

/** The HTTP contract. Server, typed client and API document are derived from it. */
export class TollgateApi extends contract.annotate(OpenApi.Transform, (document) =>
  describeDocument(document, reflectOperations(contract))
) {}
