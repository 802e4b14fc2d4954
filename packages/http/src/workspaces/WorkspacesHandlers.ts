import { listWorkspaceMembers } from "@tollgate/core"
import type { Programs } from "../serve.js"

export const workspaces: Programs<"workspaces"> = {
  listWorkspaceMembers: ({ path, urlParams }) => listWorkspaceMembers(path.id, urlParams)
}
