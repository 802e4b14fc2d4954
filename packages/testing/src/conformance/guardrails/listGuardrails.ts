import { page } from "../families/paging.js"
import { ofWorkspace } from "../families/workspaces.js"
import { lists } from "../lists.js"

export const listGuardrails = lists("listGuardrails", { page: page("-created_at", "id") }, ofWorkspace())
