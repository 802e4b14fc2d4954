import type { Columns } from "../columns.js"

/** The size of each list of an organization. A list without a row is empty. */
export const sizes = ({ count, table, text, uuid }: Columns) => ({
  statements: [
    table("list_sizes", uuid("organization_id"), text("list"), count("size"), "PRIMARY KEY (organization_id, list)")
  ],
  counted: []
})
