import * as Schema from "effect/Schema"
import { uuidInput } from "../schema/uuid.js"
import { WorkspaceId } from "../values/Id.js"
import { WorkspaceSlug } from "./Workspace.js"

/** A workspace by its UUID, in any letter case, or by its slug. */
export const WorkspaceRef = Schema.Union(uuidInput(WorkspaceId), WorkspaceSlug)
/** Never both: no slug has the shape of a UUID. */
export type WorkspaceRef = typeof WorkspaceRef.Type

export const isWorkspaceId = Schema.is(WorkspaceId)
