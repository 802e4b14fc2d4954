import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { BudgetQuery, ListedBudget, Paged } from "@tollgate/core/models"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"

const listBudgets = HttpApiEndpoint.get("listBudgets", "/budgets")
  .annotate(OpenApi.Summary, "List budgets")
  .annotate(
    OpenApi.Description,
    "Returns one page of the budgets in force, those with the greatest share of their limit first: of keys, of guardrails for keys and for " +
      "members, of runs, of workspaces and of the organization, one for each window.\n\n" +
      "The share is what is spent and unknown, without open holds, of the limit with its boosts. `above=0.8` lists those of which 80 % or more " +
      "is used. A disabled key is listed, because it has its budget when it is enabled. Keys that have expired, assignments that were removed, " +
      "and runs that are stopped or have ended are not."
  )
  .setUrlParams(BudgetQuery)
  .addSuccess(Paged(ListedBudget))
  .pipe(declareErrors("InvalidInput"))
  .middleware(ManagementKey)

export class BudgetsApi extends HttpApiGroup.make("budgets")
  .annotate(OpenApi.Title, "Budgets")
  .annotate(OpenApi.Description, "What is spent of every limit of the organization.")
  .add(listBudgets) {}
