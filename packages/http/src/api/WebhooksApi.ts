import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  CreatedWebhook,
  Deleted,
  NewWebhook,
  Paged,
  PageQuery,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryQuery,
  WebhookPatch,
  WebhookTest
} from "@tollgate/core/models"
import { ChangesNothing } from "./ChangesNothing.js"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"
import { UuidPath, WebhookDeliveryPath } from "./paths.js"
import { rateLimit } from "./RateLimit.js"

const listWebhooks = HttpApiEndpoint.get("listWebhooks", "/webhooks")
  .annotate(OpenApi.Summary, "List webhooks")
  .annotate(
    OpenApi.Description,
    "Returns one page of the organization's webhooks, newest first, without their secrets."
  )
  .setUrlParams(PageQuery)
  .addSuccess(Paged(Webhook))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const createWebhook = HttpApiEndpoint.post("createWebhook", "/webhooks")
  .annotate(OpenApi.Summary, "Create a webhook")
  .annotate(
    OpenApi.Description,
    "Creates a webhook, to which alerts are sent as Standard Webhooks. The secret that signs them is returned only in this response. " +
      "An organization has at most 20 webhooks."
  )
  .setPayload(NewWebhook)
  .addSuccess(CreatedWebhook, { status: 201 })
  .pipe(declareErrors("InvalidInput", "WebhooksFull"), rateLimit(600))
  .middleware(ManagementKey)

const getWebhook = HttpApiEndpoint.get("getWebhook", "/webhooks/:id")
  .annotate(OpenApi.Summary, "Get a webhook")
  .annotate(OpenApi.Description, "Returns a webhook, without its secret.")
  .setPath(UuidPath)
  .addSuccess(DataEnvelope(Webhook))
  .pipe(declareErrors("WebhookNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const updateWebhook = HttpApiEndpoint.patch("updateWebhook", "/webhooks/:id")
  .annotate(OpenApi.Summary, "Update a webhook")
  .annotate(
    OpenApi.Description,
    "Changes a webhook. Omitted fields keep their values, and the secret stays. Disabling it ends the deliveries that are pending."
  )
  .setPath(UuidPath)
  .setPayload(WebhookPatch)
  .addSuccess(DataEnvelope(Webhook))
  .pipe(declareErrors("InvalidInput", "WebhookNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const deleteWebhook = HttpApiEndpoint.del("deleteWebhook", "/webhooks/:id")
  .annotate(OpenApi.Summary, "Delete a webhook")
  .annotate(
    OpenApi.Description,
    "Deletes a webhook, its encrypted secret and its deliveries. Nothing more is sent to it."
  )
  .setPath(UuidPath)
  .addSuccess(Deleted)
  .pipe(declareErrors("WebhookNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const testWebhook = HttpApiEndpoint.post("testWebhook", "/webhooks/:id/test")
  .annotate(OpenApi.Summary, "Test a webhook")
  .annotate(
    OpenApi.Description,
    "Sends a message of the type `test` to a webhook now, once, also to one that is disabled, and returns the result."
  )
  .setPath(UuidPath)
  .addSuccess(DataEnvelope(WebhookTest))
  .pipe(declareErrors("WebhookNotFound"), rateLimit(600))
  .annotate(ChangesNothing, true)
  .middleware(ManagementKey)

const listWebhookDeliveries = HttpApiEndpoint.get("listWebhookDeliveries", "/webhooks/:id/deliveries")
  .annotate(OpenApi.Summary, "List deliveries")
  .annotate(
    OpenApi.Description,
    "Returns one page of the deliveries of alerts to a webhook, newest first, optionally of one state: pending, delivered or failed."
  )
  .setPath(UuidPath)
  .setUrlParams(WebhookDeliveryQuery)
  .addSuccess(Paged(WebhookDelivery))
  .pipe(declareErrors("InvalidInput", "WebhookNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const redeliverWebhook = HttpApiEndpoint.post("redeliverWebhook", "/webhooks/:id/deliveries/:delivery_id/redeliver")
  .annotate(OpenApi.Summary, "Send an alert again")
  .annotate(
    OpenApi.Description,
    "Sends an alert to a webhook again, with the same webhook-id: a delivery that was delivered or failed becomes pending, due at once. " +
      "One that is pending stays as it is."
  )
  .setPath(WebhookDeliveryPath)
  .addSuccess(DataEnvelope(WebhookDelivery))
  .pipe(declareErrors("DeliveryNotFound", "WebhookDisabled", "WebhookNotFound"), rateLimit(600))
  .middleware(ManagementKey)

export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .annotate(OpenApi.Title, "Webhooks")
  .annotate(OpenApi.Description, "Addresses that alerts are sent to.")
  .add(listWebhooks)
  .add(createWebhook)
  .add(getWebhook)
  .add(updateWebhook)
  .add(deleteWebhook)
  .add(testWebhook)
  .add(listWebhookDeliveries)
  .add(redeliverWebhook) {}
