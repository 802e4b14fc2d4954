import * as Schema from "effect/Schema"
import { uuidInput } from "../schema/uuid.js"
import { WorkspaceId } from "../values/Id.js"
import { WorkspaceSlug } from "./Workspace.js"

/** A workspace, identified by its UUID (in any letter case) or by its slug. No slug has the form of a UUID. */
export const WorkspaceRef = Schema.Union(uuidInput(WorkspaceId), WorkspaceSlug).annotations({
  jsonSchema: {
    type: "string",
    minLength: 1,
    maxLength: 50,
    pattern: "^([a-z0-9]+(-[a-z0-9]+)*|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$"
  }
})
export type WorkspaceRef = typeof WorkspaceRef.Type

export const isWorkspaceId = Schema.is(WorkspaceId)
