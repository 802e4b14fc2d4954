import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  BudgetRequest,
  BudgetRequestApproval,
  BudgetRequestQuery,
  BudgetRequestRefusal,
  NewBudgetRequest,
  OwnBudgetRequest,
  Paged,
  PageQuery
} from "@tollgate/core/models"
import { AnyApiKey } from "./AnyKey.js"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"
import { OptionalBody } from "./OptionalBody.js"
import { BudgetRequestPath } from "./paths.js"
import { rateLimit } from "./RateLimit.js"

const listBudgetRequests = HttpApiEndpoint.get("listBudgetRequests", "/budgets/requests")
  .annotate(OpenApi.Summary, "List requests for more")
  .annotate(OpenApi.Description, "Returns one page of the requests for more of all keys, newest first.")
  .setUrlParams(BudgetRequestQuery)
  .addSuccess(Paged(BudgetRequest))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const approveBudgetRequest = HttpApiEndpoint.post("approveBudgetRequest", "/budgets/requests/:id/approve")
  .annotate(OpenApi.Summary, "Approve a request for more")
  .annotate(
    OpenApi.Description,
    "Adds a boost to the limit of the key that asked, from the next admission on in every process: by default the requested amount, until the " +
      "end of the window, or for 24 hours for a lifetime limit."
  )
  .setPath(BudgetRequestPath)
  .setPayload(BudgetRequestApproval)
  .addSuccess(DataEnvelope(BudgetRequest))
  .pipe(
    declareErrors(
      "BoostRefused",
      "BudgetNotFound",
      "BudgetRequestDecided",
      "BudgetRequestNotFound",
      "InvalidInput",
      "MoreRefused"
    ),
    rateLimit(600)
  )
  .annotate(OptionalBody, true)
  .middleware(ManagementKey)

const refuseBudgetRequest = HttpApiEndpoint.post("refuseBudgetRequest", "/budgets/requests/:id/refuse")
  .annotate(OpenApi.Summary, "Refuse a request for more")
  .annotate(OpenApi.Description, "Refuses a request for more. The limit stays, and the key may ask again.")
  .setPath(BudgetRequestPath)
  .setPayload(BudgetRequestRefusal)
  .addSuccess(DataEnvelope(BudgetRequest))
  .pipe(declareErrors("BudgetRequestDecided", "BudgetRequestNotFound", "InvalidInput"), rateLimit(600))
  .annotate(OptionalBody, true)
  .middleware(ManagementKey)

const listOwnBudgetRequests = HttpApiEndpoint.get("listOwnBudgetRequests", "/key/requests")
  .annotate(OpenApi.Summary, "List the key's requests for more")
  .annotate(
    OpenApi.Description,
    "Returns one page of the requests for more of the API key used to authenticate this request, newest first, with the decisions."
  )
  .setUrlParams(PageQuery)
  .addSuccess(Paged(OwnBudgetRequest))
  .pipe(declareErrors("InvalidCredential", "InvalidInput"), rateLimit(600))
  .middleware(AnyApiKey)

const createBudgetRequest = HttpApiEndpoint.post("createBudgetRequest", "/key/requests")
  .annotate(OpenApi.Summary, "Ask for more")
  .annotate(
    OpenApi.Description,
    "Asks for more than the limit of the API key used to authenticate this request, in the window of the limit. A manager approves it, which " +
      "raises the limit for a time, or refuses it. One request of a key is open at a time, and it may ask ten times a UTC day."
  )
  .setPayload(NewBudgetRequest)
  .addSuccess(DataEnvelope(OwnBudgetRequest), { status: 201 })
  .pipe(declareErrors("InvalidCredential", "InvalidInput", "MoreRefused"), rateLimit(600))
  .middleware(AnyApiKey)

export class RequestsApi extends HttpApiGroup.make("requests")
  .annotate(OpenApi.Title, "Requests for more")
  .annotate(
    OpenApi.Description,
    "Requests of holders of keys for more than the limits of their keys, and the decisions of managers."
  )
  .add(listBudgetRequests)
  .add(approveBudgetRequest)
  .add(refuseBudgetRequest)
  .add(listOwnBudgetRequests)
  .add(createBudgetRequest) {}
