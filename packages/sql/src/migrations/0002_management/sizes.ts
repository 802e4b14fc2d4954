import type { Columns } from "../columns.js"

/** How long each list of an organization is. A list that was never begun is empty. */
export const sizes = ({ count, table, text, uuid }: Columns) => ({
  statements: [
    table("list_sizes", uuid("organization_id"), text("list"), count("size"), "PRIMARY KEY (organization_id, list)")
  ],
  counted: []
})
