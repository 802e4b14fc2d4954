import { page } from "../families/paging.js"
import { lists } from "../lists.js"

export const listWorkspaces = lists("listWorkspaces", { page: page("-created_at", "id") })
