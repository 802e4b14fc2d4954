import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"

const TEXT = "This is a test of this webhook by Tollgate."

/** The body of a test message. It has the form of all messages, as Standard Webhooks recommends it, and a text that chat systems show. */
const message = Schema.Struct({
  text: documented(Schema.String, "A sentence that chat systems show.", TEXT),
  type: documented(Schema.Literal("test"), "What the message is about."),
  timestamp: documented(Schema.DateTimeUtc, "When it happened (UTC)."),
  data: documented(Schema.Struct({ text: documented(Schema.String, "The same sentence.", TEXT) }), "Further facts.")
}).annotations({ identifier: "TestMessage", description: "The body of a test message to a webhook." })

export const TestMessage = Object.assign(message, {
  /** A test message of an instant, in milliseconds since 1970. */
  at: (now: number): typeof message.Type => ({
    text: TEXT,
    type: "test",
    timestamp: DateTime.unsafeMake(now),
    data: { text: TEXT }
  })
})
