import { page } from "../families/paging.js"
import { lists } from "../lists.js"

export const listOrganizationMembers = lists("listOrganizationMembers", { page: page("-created_at", "id") })
