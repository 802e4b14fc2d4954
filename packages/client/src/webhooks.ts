import type {
  CreatedWebhook,
  Deleted,
  NewWebhook,
  Page,
  Paged,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookPatch,
  WebhookTest
} from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** Webhooks of the organization, to which alerts are sent. */
export interface Webhooks {
  /**
   * Returns one page of the organization's webhooks, newest first, without their secrets.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.webhooks.list()
   */
  list(page?: Page, options?: CallOptions): Promise<Paged<Webhook>>
  /**
   * Creates a webhook. The result has the secret that signs its messages, which cannot be read again.
   *
   * @throws {InvalidInput} if `input` is invalid, or its `url` is not allowed; its `issues` name each field.
   * @throws {WebhooksFull} if the organization has 20 webhooks.
   * @example
   * const { secret, data } = await account.webhooks.create({ url: "https://hooks.example.com/in", kinds: ["crossing"] })
   */
  create(input: NewWebhook, options?: CallOptions): Promise<CreatedWebhook>
  /**
   * Returns a webhook, without its secret.
   *
   * @throws {WebhookNotFound} if the organization has no webhook with this id.
   * @example
   * const { url, disabled } = await account.webhooks.get(id)
   */
  get(id: string, options?: CallOptions): Promise<Webhook>
  /**
   * Changes a webhook. Omitted fields keep their values, and so does the secret; null clears a field. Disabling it ends the deliveries that
   * are pending.
   *
   * @throws {InvalidInput} if `patch` is invalid, or its `url` is not allowed; its `issues` name each field.
   * @throws {WebhookNotFound} if the organization has no webhook with this id.
   * @example
   * await account.webhooks.update(id, { kinds: ["crossing", "refused"] })
   */
  update(id: string, patch: WebhookPatch, options?: CallOptions): Promise<Webhook>
  /**
   * Deletes a webhook, its encrypted secret and its deliveries. Nothing more is sent to it.
   *
   * @throws {WebhookNotFound} if the organization has no webhook with this id.
   * @example
   * await account.webhooks.delete(id)
   */
  delete(id: string, options?: CallOptions): Promise<Deleted>
  /**
   * Sends a test message to a webhook now, and returns the result. It resolves also if the message was not delivered.
   *
   * @throws {WebhookNotFound} if the organization has no webhook with this id.
   * @example
   * const { delivered, error } = await account.webhooks.test(id)
   */
  test(id: string, options?: CallOptions): Promise<WebhookTest>
  /**
   * Returns one page of the deliveries of alerts to a webhook, newest first.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @throws {WebhookNotFound} if the organization has no webhook with this id.
   * @example
   * const { data } = await account.webhooks.deliveries(id, { state: "failed" })
   */
  deliveries(id: string, page?: WebhookDeliveryPage, options?: CallOptions): Promise<Paged<WebhookDelivery>>
  /**
   * Sends an alert to a webhook again, with the same `webhook-id`. A delivery that is pending stays as it is.
   *
   * @throws {DeliveryNotFound} if the webhook has no delivery with this id.
   * @throws {WebhookDisabled} if the webhook is disabled.
   * @throws {WebhookNotFound} if the organization has no webhook with this id.
   * @example
   * const { data } = await account.webhooks.deliveries(id, { state: "failed" })
   * for (const delivery of data) await account.webhooks.redeliver(id, delivery.id)
   */
  redeliver(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>
}

export const webhooks = (transport: Transport): Webhooks => {
  const { mayTake, reads, takes } = methodsOf(transport)
  return {
    list: mayTake("listWebhooks"),
    create: takes("createWebhook"),
    get: reads("getWebhook"),
    update: takes("updateWebhook"),
    delete: reads("deleteWebhook"),
    test: reads("testWebhook"),
    deliveries: mayTake("listWebhookDeliveries"),
    redeliver: reads("redeliverWebhook")
  }
}
