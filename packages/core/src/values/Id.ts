import { uuid, uuidInput } from "../schema/uuid.js"

/** UUID of an organization. */
export const OrganizationId = uuid("OrganizationId")
export type OrganizationId = typeof OrganizationId.Type

/** UUID of a workspace, in lowercase. */
export const WorkspaceId = uuid("WorkspaceId")
export type WorkspaceId = typeof WorkspaceId.Type

/** UUID of a workspace in a request, in any letter case. */
export const WorkspaceIdInput = uuidInput(WorkspaceId)
