import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { BoostQuery, BudgetBoost, Deleted, NewBudgetBoost, Paged } from "@tollgate/core/models"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"
import { BoostPath } from "./paths.js"
import { rateLimit } from "./RateLimit.js"

const listBoosts = HttpApiEndpoint.get("listBoosts", "/budgets/boosts")
  .annotate(OpenApi.Summary, "List boosts")
  .annotate(
    OpenApi.Description,
    "Returns one page of the organization's boosts, newest first. Those that have ended stay as long as the ledger. They are counted up to " +
      "10,000, and a `total_count` of 10,001 stands for more."
  )
  .setUrlParams(BoostQuery)
  .addSuccess(Paged(BudgetBoost))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const createBoost = HttpApiEndpoint.post("createBoost", "/budgets/boosts")
  .annotate(OpenApi.Summary, "Create a boost")
  .annotate(
    OpenApi.Description,
    "Adds an amount to one limit of a key, a guardrail or a workspace for a time, from the next admission on in every process. The limit " +
      "itself stays, and its changes keep the boost. Boosts of a limit add up; at most 16 of a scope are in force."
  )
  .setPayload(NewBudgetBoost)
  .addSuccess(DataEnvelope(BudgetBoost), { status: 201 })
  .pipe(declareErrors("BoostRefused", "BoostScopeNotFound", "BudgetNotFound", "InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const deleteBoost = HttpApiEndpoint.del("deleteBoost", "/budgets/boosts/:id")
  .annotate(OpenApi.Summary, "Delete a boost")
  .annotate(
    OpenApi.Description,
    "Ends a boost now: the next admission in any process is judged without it. What was spent stays. The boost stays in the list, as `ended`."
  )
  .setPath(BoostPath)
  .addSuccess(Deleted)
  .pipe(declareErrors("BoostNotFound"), rateLimit(600))
  .middleware(ManagementKey)

export class BoostsApi extends HttpApiGroup.make("boosts")
  .annotate(OpenApi.Title, "Boosts")
  .annotate(OpenApi.Description, "Amounts that are added to limits for a time.")
  .add(listBoosts)
  .add(createBoost)
  .add(deleteBoost) {}
