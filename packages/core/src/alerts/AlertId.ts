import * as Schema from "effect/Schema"

/** Id of an alert: 32 lowercase hexadecimal digits. A webhook gets it as `webhook-id`. */
export const AlertId = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{32}$/), Schema.brand("AlertId"))
export type AlertId = typeof AlertId.Type
