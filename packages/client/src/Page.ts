import type * as Core from "@tollgate/core/models"
import type { Schema } from "effect/Schema"

/** Which part of a list: at most `limit` (1 to 100, default 50) records after the first `offset` (default 0). */
export interface Page extends Schema.Encoded<typeof Core.Page> {}

/** One page of a list, of all workspaces or, with `workspace_id`, of one; an unknown workspace gives an empty list. */
export interface PageInWorkspace extends Schema.Encoded<typeof Core.PageInWorkspace> {}

export type { Paged } from "@tollgate/core/models"
