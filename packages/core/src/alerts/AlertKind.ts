import * as Schema from "effect/Schema"

/**
 * What an alert says: what is spent and unknown has reached a threshold of the limit; a request was refused because the budget is spent; what
 * is unknown is more than a tenth of the limit; the holder of a key asks for more. In a file that loads nothing of Node.js.
 */
export const AlertKind = Schema.Literal("crossing", "refused", "unknown", "request")
export type AlertKind = typeof AlertKind.Type
