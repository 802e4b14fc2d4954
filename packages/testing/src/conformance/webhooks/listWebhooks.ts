import { page } from "../families/paging.js"
import { lists } from "../lists.js"

export const listWebhooks = lists("listWebhooks", {
  page: (most) => ({ ...page("-created_at", "id")(most), absent: ["sealed", "secret"] })
})
