import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import { Alert } from "./Alert.js"

/** What is sent about an alert. Its JSON is the body of a webhook. */
export const AlertMessage = Schema.Struct({
  type: documented(
    Schema.Literal("alert.crossing", "alert.refused", "alert.unknown", "alert.request"),
    "`alert.` and the kind of the alert.",
    "alert.crossing"
  ),
  timestamp: documented(Schema.DateTimeUtc, "When it happened (UTC)."),
  text: documented(Schema.String, "The alert in one sentence, which chat systems show."),
  data: documented(Alert, "The alert.")
}).annotations({ description: "What is sent about an alert." })
export interface AlertMessage extends Schema.Schema.Type<typeof AlertMessage> {}

/**
 * The message about an alert. `Schema.encode(AlertMessage)` makes its JSON.
 *
 * @example
 * import { type Alert, alertMessage } from "@tollgate/core"
 *
 * export const textOf = (alert: Alert) => alertMessage(alert).text
 */
export const alertMessage = (data: Alert): AlertMessage => ({
  type: `alert.${data.kind}`,
  timestamp: data.at,
  text: data.text,
  data
})
