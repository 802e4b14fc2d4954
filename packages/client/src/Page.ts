import type * as Core from "@tollgate/core/models"
import type { Schema } from "effect/Schema"

/** Which part of a list: at most `limit` (1 to 100, default 50) records after the first `offset` (default 0). */
export interface Page extends Schema.Encoded<typeof Core.Page> {}

export type { Paged } from "@tollgate/core/models"
