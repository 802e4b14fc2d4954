import * as Schema from "effect/Schema"
import { uuid, WorkspaceId } from "../Id.js"
import { UserId } from "../Text.js"

export const Role = Schema.Literal("admin", "member")
export type Role = typeof Role.Type

export const WorkspaceMemberId = uuid("WorkspaceMemberId")
export type WorkspaceMemberId = typeof WorkspaceMemberId.Type

/** A user in a workspace; the role is the one that the user has in the organization. */
export const WorkspaceMember = Schema.Struct({
  id: WorkspaceMemberId,
  user_id: UserId,
  workspace_id: WorkspaceId,
  role: Role,
  created_at: Schema.DateTimeUtc
}).annotations({ identifier: "WorkspaceMember" })
export type WorkspaceMember = typeof WorkspaceMember.Type
