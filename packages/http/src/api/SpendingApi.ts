import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  AuthorizedHold,
  CostCorrection,
  Hold,
  HoldExtension,
  HoldQuery,
  HoldsOfInstance,
  HoldWithCorrections,
  NewHold,
  NewSettlement,
  NewUsage,
  OpenedCredential,
  Paged,
  Reconciliation,
  ReleasedHolds,
  SentRequest
} from "@tollgate/core/models"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { GatewayKey, GatewayOrManagementKey } from "./GatewayKey.js"
import { ManagementKey } from "./ManagementKey.js"
import { nothingCreated } from "./NothingCreated.js"
import { OptionalBody } from "./OptionalBody.js"
import { HoldCredentialPath, HoldPath } from "./paths.js"
import { inFlightLimit } from "./RateLimit.js"

const authorize = HttpApiEndpoint.post("authorize", "/holds")
  .annotate(OpenApi.Summary, "Create a hold")
  .annotate(
    OpenApi.Description,
    "Sets an amount aside for a request of an API key, if every budget that applies has room for it and no scope has as many open holds as it " +
      "admits. Answers 200 to a repetition and to a dry run. If the client disconnects before the answer, a hold whose `id` it has stated stays " +
      "open, and another is released."
  )
  .setPayload(NewHold)
  .addSuccess(AuthorizedHold, { status: 201 })
  .pipe(
    nothingCreated(({ repeated }, { dry_run }) => repeated || dry_run === true),
    declareErrors(
      "BudgetExceeded",
      "HoldConflict",
      "HoldEnded",
      "InvalidInput",
      "KeyRefused",
      "PolicyRefused",
      "PriceUnknown",
      "RunRefused",
      "TooManyInFlight",
      "UserNotInOrganization"
    ),
    inFlightLimit
  )
  .middleware(GatewayKey)

const listHolds = HttpApiEndpoint.get("listHolds", "/holds")
  .annotate(OpenApi.Summary, "List holds")
  .annotate(
    OpenApi.Description,
    "Returns one page of holds, newest first: those of the key's organization, or of all organizations for a gateway key of all."
  )
  .setUrlParams(HoldQuery)
  .addSuccess(Paged(Hold))
  .pipe(declareErrors("InvalidInput"))
  .middleware(GatewayOrManagementKey)

const releaseHolds = HttpApiEndpoint.post("releaseHolds", "/holds/release")
  .annotate(OpenApi.Summary, "Release the holds of a process")
  .annotate(
    OpenApi.Description,
    "Releases the open holds of a process whose requests were not sent. A gateway calls it when it starts again."
  )
  .setPayload(HoldsOfInstance)
  .addSuccess(ReleasedHolds)
  .pipe(declareErrors("InvalidInput"), inFlightLimit)
  .middleware(GatewayKey)

const getHold = HttpApiEndpoint.get("getHold", "/holds/:id")
  .annotate(OpenApi.Summary, "Get a hold")
  .annotate(OpenApi.Description, "Returns a hold, and every correction of its cost.")
  .setPath(HoldPath)
  .addSuccess(HoldWithCorrections)
  .pipe(declareErrors("HoldNotFound"))
  .middleware(GatewayOrManagementKey)

const markSent = HttpApiEndpoint.post("markSent", "/holds/:id/sent")
  .annotate(OpenApi.Summary, "Mark a hold as sent")
  .annotate(
    OpenApi.Description,
    "Records that the request was sent to a provider, and the credential that it uses, if one is stated. If the lease ends after that, " +
      "the hold becomes unknown and still counts."
  )
  .setPath(HoldPath)
  .setPayload(SentRequest)
  .addSuccess(DataEnvelope(Hold))
  .pipe(declareErrors("HoldEnded", "HoldNotFound", "InvalidInput"), inFlightLimit)
  .annotate(OptionalBody, true)
  .middleware(GatewayKey)

const extend = HttpApiEndpoint.post("extend", "/holds/:id/extend")
  .annotate(OpenApi.Summary, "Extend a hold")
  .annotate(
    OpenApi.Description,
    "Holds a larger amount for a request that goes on, or the price of a larger usage, and renews the lease. Without both, it only renews the lease."
  )
  .setPath(HoldPath)
  .setPayload(HoldExtension)
  .addSuccess(DataEnvelope(Hold))
  .pipe(
    declareErrors(
      "BudgetExceeded",
      "HoldEnded",
      "HoldNotFound",
      "InvalidInput",
      "KeyRefused",
      "PriceUnknown",
      "RunRefused"
    ),
    inFlightLimit
  )
  .annotate(OptionalBody, true)
  .middleware(GatewayKey)

const settle = HttpApiEndpoint.post("settle", "/holds/:id/settle")
  .annotate(OpenApi.Summary, "Settle a hold")
  .annotate(
    OpenApi.Description,
    "Ends a hold with the cost of its request, which is recorded in full. A hold that is settled already does not change. A cost for which " +
      "the counters have no room leaves the hold unknown."
  )
  .setPath(HoldPath)
  .setPayload(NewSettlement)
  .addSuccess(DataEnvelope(Hold))
  .pipe(declareErrors("CostTooLarge", "HoldNotFound", "InvalidInput"), inFlightLimit)
  .middleware(GatewayKey)

const release = HttpApiEndpoint.post("release", "/holds/:id/release")
  .annotate(OpenApi.Summary, "Release a hold")
  .annotate(
    OpenApi.Description,
    "Ends a hold whose request was not made, and returns its amount. A hold that is unknown or settled does not change."
  )
  .setPath(HoldPath)
  .addSuccess(DataEnvelope(Hold))
  .pipe(declareErrors("HoldNotFound"), inFlightLimit)
  .middleware(GatewayKey)

const markUnknown = HttpApiEndpoint.post("markUnknown", "/holds/:id/unknown")
  .annotate(OpenApi.Summary, "Mark a hold as unknown")
  .annotate(
    OpenApi.Description,
    "Records that the provider may have billed the request. The amount counts until the hold is settled."
  )
  .setPath(HoldPath)
  .addSuccess(DataEnvelope(Hold))
  .pipe(declareErrors("CostTooLarge", "HoldNotFound"), inFlightLimit)
  .middleware(GatewayKey)

const openCredential = HttpApiEndpoint.post("openCredential", "/holds/:id/credentials/:credential_id")
  .annotate(OpenApi.Summary, "Open a credential of a hold")
  .annotate(
    OpenApi.Description,
    "Returns the secret of a provider credential that the plan of an open hold has. Only servers that were started with " +
      "`--serve-credentials` do this; all others answer 403 and open nothing."
  )
  .setPath(HoldCredentialPath)
  .addSuccess(DataEnvelope(OpenedCredential))
  .pipe(declareErrors("HoldNotFound", "ByokNotFound", "CredentialsNotServed", "HoldEnded"), inFlightLimit)
  .middleware(GatewayKey)

const correctHold = HttpApiEndpoint.post("correctHold", "/holds/:id/correct")
  .annotate(OpenApi.Summary, "Correct the cost of a hold")
  .annotate(
    OpenApi.Description,
    "Corrects the cost of a settled hold, for example to match an invoice. Counters change by the difference. The reason is kept with the correction. " +
      "Returns the hold and every correction of its cost."
  )
  .setPath(HoldPath)
  .setPayload(CostCorrection)
  .addSuccess(HoldWithCorrections)
  .pipe(declareErrors("CostTooLarge", "HoldNotFound", "HoldNotSettled", "InvalidInput"))
  .middleware(ManagementKey)

const reconcileHold = HttpApiEndpoint.post("reconcileHold", "/holds/:id/reconcile")
  .annotate(OpenApi.Summary, "Reconcile an unknown hold")
  .annotate(
    OpenApi.Description,
    "Settles a hold whose outcome is unknown, once it is known what the provider billed: a cost of 0 says that it billed nothing. The reason is " +
      "kept with the hold, as its first correction, whose `before` is null. A hold in another state does not change: 409 names the state. " +
      "Repeating a reconciliation changes nothing. Returns the hold and every correction of its cost."
  )
  .setPath(HoldPath)
  .setPayload(Reconciliation)
  .addSuccess(HoldWithCorrections)
  .pipe(declareErrors("CostTooLarge", "HoldNotFound", "HoldNotUnknown", "InvalidInput"))
  .middleware(ManagementKey)

const recordRequest = HttpApiEndpoint.post("recordRequest", "/usage")
  .annotate(OpenApi.Summary, "Record a request without a hold")
  .annotate(
    OpenApi.Description,
    "Records a request that was made without a hold. Its cost counts without an admission, so it may exceed budgets."
  )
  .setPayload(NewUsage)
  .addSuccess(DataEnvelope(Hold), { status: 201 })
  .pipe(
    declareErrors("CostTooLarge", "HoldConflict", "InvalidInput", "KeyNotFound", "KeyRefused", "RunRefused"),
    inFlightLimit
  )
  .middleware(GatewayKey)

export class SpendingApi extends HttpApiGroup.make("spending")
  .annotate(OpenApi.Title, "Spending")
  .annotate(
    OpenApi.Description,
    "Amounts that a gateway sets aside before each request to a provider, and settles afterwards."
  )
  .add(authorize)
  .add(listHolds)
  .add(releaseHolds)
  .add(getHold)
  .add(markSent)
  .add(extend)
  .add(settle)
  .add(release)
  .add(markUnknown)
  .add(openCredential)
  .add(correctHold)
  .add(reconcileHold)
  .add(recordRequest) {}
