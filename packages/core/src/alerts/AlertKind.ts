import * as Schema from "effect/Schema"

/**
 * What an alert is about: a budget that reaches a threshold (`crossing`), the first refusal of a budget's window (`refused`), amounts whose
 * outcome is unknown (`unknown`), or a request for more (`request`).
 */
export const AlertKind = Schema.Literal("crossing", "refused", "unknown", "request")
export type AlertKind = typeof AlertKind.Type
