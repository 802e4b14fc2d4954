import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"

/** The result of a test message. */
export const WebhookTest = Schema.Struct({
  delivered: documented(Schema.Boolean, "Whether the webhook answered with a status of 2xx."),
  status: documented(Schema.NullOr(Schema.Int), "HTTP status of the answer. Null if there was none.", 200),
  error: documented(
    Schema.NullOr(Schema.String),
    "Why the message was not delivered, in a few words. Null if it was.",
    null
  )
}).annotations({ identifier: "WebhookTest", description: "The result of a test message." })
export interface WebhookTest extends Schema.Schema.Type<typeof WebhookTest> {}
