import type { ApiKey } from "@tollgate/client"
import { href } from "../../shell/route.js"
import { Bar } from "../../ui/Bar.js"
import { windowText } from "../../ui/budgetWords.js"
import { WorkspaceName } from "../../ui/KeyName.js"
import { Money } from "../../ui/Money.js"
import type { Column } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { KeyBadges } from "./KeyBadges.js"
import { usedOfKey } from "./usedOfKey.js"

/** A list of keys. Spent is what was spent in the window of the limit. */
export const keyColumns: ReadonlyArray<Column<ApiKey>> = [
  {
    title: "Name",
    isName: true,
    show: (key) => (
      <>
        <a href={href(["keys", key.hash])}>{key.name}</a> <KeyBadges record={key} />
      </>
    )
  },
  { title: "Workspace", show: ({ workspace_id }) => <WorkspaceName id={workspace_id} /> },
  {
    title: "Used",
    kind: "bar",
    show: (key) => (key.is_management_key ? null : <Bar used={usedOfKey(key)} />)
  },
  { title: "Spent", kind: "number", show: (key) => <Money amount={usedOfKey(key).spent} /> },
  { title: "Held", kind: "number", show: (key) => <Money amount={usedOfKey(key).held} /> },
  { title: "Unknown", kind: "number", show: (key) => <Money amount={usedOfKey(key).unknown} /> },
  { title: "Left", kind: "number", show: ({ limit_remaining }) => <Money amount={limit_remaining} none="–" /> },
  {
    title: "Limit",
    kind: "number",
    show: ({ limit, limit_reset }) => (
      <>
        <Money amount={limit} none="–" />
        <span class="per quiet">{limit_reset === null ? "" : windowText[limit_reset]}</span>
      </>
    )
  },
  { title: "Expires", show: ({ expires_at }) => <Time at={expires_at} never="never" away /> },
  { title: "Last used", show: ({ last_used_at }) => <Time at={last_used_at} never="never" away /> }
]
