import { requireOwned } from "../access/requireOwned.js"
import { uuidInput } from "../schema/uuid.js"
import { WebhookId, WebhookNotFound } from "./Webhook.js"

/** A webhook of the caller's organization, by its UUID. */
export const requireWebhook = requireOwned(uuidInput(WebhookId), (id) => WebhookNotFound.of(id))
