import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { GatewayKeyStore } from "./GatewayKeyStore.js"

/**
 * Returns a page of the gateway keys of all organizations, newest first, without their secrets. The host calls it without a
 * caller: use it only in trusted code.
 */
export const listGatewayKeys = Effect.fnUntraced(function* (page: Page) {
  const keys = yield* GatewayKeyStore
  return yield* keys.list(page)
}, withSpan("gatewayKeys.listGatewayKeys"))
