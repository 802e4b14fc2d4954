import type { ApiKey } from "@tollgate/client"
import { href } from "../../shell/route.js"
import { Bar } from "../../ui/Bar.js"
import { windowText } from "../../ui/budgetWords.js"
import { WorkspaceName } from "../../ui/KeyName.js"
import { Limit } from "../../ui/Limit.js"
import { Money } from "../../ui/Money.js"
import { shownName } from "../../ui/shownName.js"
import type { Column } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { leftOf } from "../../ui/Used.js"
import type { BoostOf } from "./boostsOfKeys.js"
import { KeyBadges } from "./KeyBadges.js"
import { usedOfKey } from "./usedOfKey.js"

/** The columns of a list of keys. Spent is what was spent in the window of the limit. */
export const keyColumns = (boostOf: BoostOf): ReadonlyArray<Column<ApiKey>> => {
  const usedOf = (key: ApiKey) => usedOfKey(key, boostOf(key))
  return [
    {
      title: "Name",
      isName: true,
      show: (key) => (
        <>
          <a href={href(["keys", key.hash])}>{shownName(key.name, key.hash)}</a> <KeyBadges record={key} />
        </>
      )
    },
    { title: "Workspace", show: ({ workspace_id }) => <WorkspaceName id={workspace_id} /> },
    {
      title: "Used",
      kind: "bar",
      show: (key) => (key.is_management_key ? null : <Bar used={usedOf(key)} />)
    },
    { title: "Spent", kind: "number", show: (key) => <Money amount={usedOf(key).spent} /> },
    { title: "Held", kind: "number", show: (key) => <Money amount={usedOf(key).held} /> },
    { title: "Unknown", kind: "number", show: (key) => <Money amount={usedOf(key).unknown} /> },
    { title: "Left", kind: "number", show: (key) => <Money amount={leftOf(usedOf(key))} none="–" /> },
    {
      title: "Limit",
      kind: "number",
      show: (key) => (
        <Limit
          limit={key.limit}
          boost={boostOf(key)}
          per={key.limit_reset === null ? "" : windowText[key.limit_reset]}
        />
      )
    },
    { title: "Expires", show: ({ expires_at }) => <Time at={expires_at} never="never" away /> },
    { title: "Last used", show: ({ last_used_at }) => <Time at={last_used_at} never="never" away /> }
  ]
}
