import { listWorkspaceMembers } from "@tollgate/core"
import type { Programs } from "../Program.js"

export const workspaces = {
  listWorkspaceMembers: ({ path, urlParams }) => listWorkspaceMembers(path.id, urlParams)
} satisfies Programs<"workspaces">
