import { uuid, uuidInput } from "../schema/uuid.js"

/** The tenant that owns everything else. */
export const OrganizationId = uuid("OrganizationId")
export type OrganizationId = typeof OrganizationId.Type

export const WorkspaceId = uuid("WorkspaceId")
export type WorkspaceId = typeof WorkspaceId.Type

/** A workspace that somebody names in a request. */
export const WorkspaceIdInput = uuidInput(WorkspaceId)
