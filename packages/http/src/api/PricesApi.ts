import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Paged, PageQuery, RateCard } from "@tollgate/core/models"
import { AnyOrGatewayKey } from "./AnyKey.js"
import { declareErrors } from "./declareErrors.js"

const listPrices = HttpApiEndpoint.get("listPrices", "/prices")
  .annotate(OpenApi.Summary, "List prices")
  .annotate(
    OpenApi.Description,
    "Returns one page of the rate cards that are in force or planned, by provider, model and period. They are the same for " +
      "every organization."
  )
  .setUrlParams(PageQuery)
  .addSuccess(Paged(RateCard))
  .pipe(declareErrors("InvalidInput"))
  .middleware(AnyOrGatewayKey)

export class PricesApi extends HttpApiGroup.make("prices")
  .annotate(OpenApi.Title, "Prices")
  .annotate(
    OpenApi.Description,
    "The prices of models, by which requests are charged. The server's operator sets them."
  )
  .add(listPrices) {}
