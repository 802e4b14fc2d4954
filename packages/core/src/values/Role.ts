import * as Schema from "effect/Schema"

/** Role of a user in an organization. Tollgate stores it; the host decides what it permits. */
export const Role = Schema.Literal("admin", "member")
export type Role = typeof Role.Type
