import * as Schema from "effect/Schema"
import { uuidInput } from "../schema/uuid.js"
import { WorkspaceId } from "../values/Id.js"
import { WorkspaceSlug } from "./Workspace.js"

/** A workspace, identified by its UUID (in any letter case) or by its slug. No slug has the form of a UUID. */
export const WorkspaceRef = Schema.Union(uuidInput(WorkspaceId), WorkspaceSlug)
export type WorkspaceRef = typeof WorkspaceRef.Type

export const isWorkspaceId = Schema.is(WorkspaceId)
