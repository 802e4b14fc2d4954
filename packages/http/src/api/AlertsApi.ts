import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Alert, AlertQuery, Paged } from "@tollgate/core/models"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"

const listAlerts = HttpApiEndpoint.get("listAlerts", "/alerts")
  .annotate(OpenApi.Summary, "List alerts")
  .annotate(
    OpenApi.Description,
    "Returns one page of the alerts about budgets, newest first.\n\n" +
      "An alert is stored in the transaction of the act that it follows from, once for each budget, window, threshold and limit. Its amounts " +
      "are those of that moment, its name is the present one. Alerts are kept as long as entries of the ledger. They are counted up to 10,000, " +
      "and a `total_count` of 10,001 stands for more: choose a time by `from` and `to`."
  )
  .setUrlParams(AlertQuery)
  .addSuccess(Paged(Alert))
  .pipe(declareErrors("InvalidInput"))
  .middleware(ManagementKey)

export class AlertsApi extends HttpApiGroup.make("alerts")
  .annotate(OpenApi.Title, "Alerts")
  .annotate(
    OpenApi.Description,
    "Alerts about budgets: thresholds, first refusals, unknown amounts, requests for more."
  )
  .add(listAlerts) {}
