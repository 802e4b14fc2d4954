import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/** A message to a webhook, as it is sent (Standard Webhooks 1.0). */
export interface WebhookMessage {
  /** Where it is sent. Its path may be a secret, so logs and errors show only its host. */
  readonly url: string
  /** The header `webhook-id`. It is the same whenever the message is sent again. */
  readonly id: string
  /** The header `webhook-timestamp`, in whole seconds since 1970: when this attempt began. */
  readonly timestamp: number
  /** What signs it: `whsec_` and the base64 of the key. */
  readonly secret: Redacted.Redacted
  /** The body, in JSON. */
  readonly body: string
}

/** No whole answer came from the webhook. */
export class WebhookUnreachable extends Data.TaggedError("WebhookUnreachable")<{
  /** Why, in a few words of at most 200 characters, such as `timeout`, which repeat nothing of the URL, the secret or the answer. */
  readonly reason: string
}> {
  override get message(): string {
    return this.reason
  }
}

/**
 * Sends messages to webhooks. Each answer that has a status succeeds, also one of 500. By default nothing is sent: a server and an open
 * gate provide one.
 */
export class WebhookSender extends Context.Reference<WebhookSender>()("@tollgate/core/WebhookSender", {
  defaultValue: (): Sending => ({
    send: () => new WebhookUnreachable({ reason: "this process sends no webhooks" })
  })
}) {}

interface Sending {
  readonly send: (message: WebhookMessage) => Effect.Effect<{ readonly status: number }, WebhookUnreachable>
}
