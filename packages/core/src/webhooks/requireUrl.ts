import * as Effect from "effect/Effect"
import { InvalidInput } from "../schema/InvalidInput.js"
import { judgeWebhookUrl } from "./judgeWebhookUrl.js"
import { WebhookRules } from "./WebhookRules.js"

/** Fails with `InvalidInput` if the rules of this process do not allow a URL. */
export const requireUrl = Effect.fnUntraced(function* (url: string) {
  const expected = judgeWebhookUrl(url, yield* WebhookRules)
  if (expected !== null) return yield* new InvalidInput({ issues: [{ path: ["url"], expected }] })
})
