import {
  addWorkspaceMembers,
  createWorkspace,
  getWorkspace,
  listWorkspaceMembers,
  listWorkspaces
} from "@tollgate/core"
import type { Programs } from "../Program.js"

export const workspaces = {
  listWorkspaces: ({ urlParams }) => listWorkspaces(urlParams),
  createWorkspace: ({ payload }) => createWorkspace(payload),
  getWorkspace: ({ path }) => getWorkspace(path.id),
  addWorkspaceMembers: ({ path, payload }) => addWorkspaceMembers(path.id, payload),
  listWorkspaceMembers: ({ path, urlParams }) => listWorkspaceMembers(path.id, urlParams)
} satisfies Programs<"workspaces">
