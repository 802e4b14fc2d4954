import { WebhookRules } from "@tollgate/core"
import * as Layer from "effect/Layer"
import { isGlobalUnicast } from "./isGlobalUnicast.js"

/**
 * Where webhooks may be sent: to https URLs of the public internet. What names resolve to is judged at each connection.
 *
 * @param isPrivateAllowed Whether http URLs and private addresses are allowed, too: for tests and inner networks.
 * @example
 * import { TollgateApp, webhookRules } from "@tollgate/http"
 * import { Layer } from "effect"
 *
 * export const app = Layer.provide(TollgateApp.layer, webhookRules(true))
 */
export const webhookRules = (isPrivateAllowed: boolean): Layer.Layer<never> =>
  Layer.succeed(WebhookRules, { isPrivateAllowed, isGlobalUnicast })
