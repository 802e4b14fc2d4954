import * as Schema from "effect/Schema"
import { optional, strict } from "../schema/fields.js"
import { WorkspaceIdInput } from "./Id.js"
import { Page, PageQuery } from "./Page.js"
import { workspaceParam } from "./queryParams.js"

/** One page of a list, of all workspaces or of one; an unknown workspace gives an empty list. */
export const PageInWorkspace = Schema.Struct({ ...Page.fields, workspace_id: optional(WorkspaceIdInput) }).annotations({
  description: "Which part of a list to return, of all workspaces or of one.",
  ...strict
})
export interface PageInWorkspace extends Schema.Schema.Type<typeof PageInWorkspace> {}

/** The same as query parameters. */
export const PageInWorkspaceQuery = Schema.Struct({ ...PageQuery.fields, workspace_id: workspaceParam })
