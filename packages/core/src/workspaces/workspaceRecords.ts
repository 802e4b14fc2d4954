import * as Struct from "effect/Struct"
import { records } from "../records/Records.js"
import { Workspace, WorkspaceRecord } from "./Workspace.js"
import { type WorkspaceMemberId, WorkspaceMemberRecord } from "./WorkspaceMember.js"
import { isWorkspaceId, type WorkspaceRef } from "./WorkspaceRef.js"

export const workspaceRecords = records({
  table: "workspaces",
  record: WorkspaceRecord,
  view: Struct.keys(Workspace.fields),
  key: "id",
  uniqueBy: ["slug"],
  identify: (ref: WorkspaceRef) => (isWorkspaceId(ref) ? "id" : "slug"),
  patchable: ["slug", "name", "description", "max_in_flight", "updated_at"],
  sortBy: [
    ["created_at", "DESC"],
    ["id", "ASC"]
  ],
  filters: [],
  listName: () => "workspaces"
})

export const workspaceMemberRecords = records({
  table: "workspace_members",
  record: WorkspaceMemberRecord,
  view: ["id", "user_id", "workspace_id", "created_at"],
  key: "id",
  uniqueBy: ["workspace_id", "user_id"],
  references: ({ user_id, workspace_id }) => [
    ["workspaces", workspace_id],
    ["organization_members", user_id]
  ],
  deletedWith: ["workspaces"],
  identify: (_: WorkspaceMemberId) => "id",
  patchable: [],
  sortBy: [
    ["created_at", "ASC"],
    ["id", "ASC"]
  ],
  filters: ["workspace_id"],
  listName: ({ workspace_id }) => `workspace members of ${workspace_id}`
})
