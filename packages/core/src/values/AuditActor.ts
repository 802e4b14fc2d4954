import * as Schema from "effect/Schema"

/** Who makes a change: a management key, or the host, which acts without one. */
export const AuditActor = Schema.Literal("management", "host")
export type AuditActor = typeof AuditActor.Type
