import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { WebhookStore } from "./WebhookStore.js"

/** One page of the organization's webhooks, newest first, without their secrets. */
export const listWebhooks = Effect.fnUntraced(function* (page: Page) {
  const { organizationId } = yield* ManagementCaller
  const webhooks = yield* WebhookStore
  return yield* webhooks.list(organizationId, page)
}, withSpan("webhooks.listWebhooks"))
