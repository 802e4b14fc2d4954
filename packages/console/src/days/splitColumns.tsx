import type { ActivityRow } from "@tollgate/client"
import { KeyName } from "../ui/KeyName.js"
import { Money } from "../ui/Money.js"
import type { Column } from "../ui/Table.js"
import { nameOf, type SplitBy } from "./readSplit.js"

/** What is split by, as the title of a column. */
export const splitTitle: Readonly<Record<SplitBy, string>> = {
  model: "Model",
  key: "Key",
  user: "User",
  provider: "Provider",
  workspace: "Workspace"
}

/** The columns of activity that are the same whatever it is split by. */
export const figures: ReadonlyArray<Column<ActivityRow>> = [
  { title: "Requests", kind: "number", show: ({ requests }) => requests.toLocaleString() },
  { title: "Cost", kind: "number", show: ({ cost }) => <Money amount={cost} /> },
  { title: "Own credentials", kind: "number", show: ({ byok_cost }) => <Money amount={byok_cost} /> },
  { title: "Unknown", kind: "number", show: ({ unknown }) => <Money amount={unknown} /> },
  { title: "Input tokens", kind: "number", show: ({ input_tokens }) => input_tokens.toLocaleString() },
  { title: "Output tokens", kind: "number", show: ({ output_tokens }) => output_tokens.toLocaleString() }
]

/** The columns of activity that is split. */
export const splitColumns = (by: SplitBy): ReadonlyArray<Column<ActivityRow>> => [
  {
    title: splitTitle[by],
    isName: true,
    show: (row) =>
      by === "key" && row.key !== undefined ? <KeyName hash={row.key} name={row.key_name} /> : nameOf(row, by)
  },
  ...figures
]
