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

/** The workspace of a key, and its end if it has one. */
const Where = ({ expires_at, workspace_id }: ApiKey) => (
  <div class="quiet small">
    <WorkspaceName id={workspace_id} />
    {expires_at !== null && Date.parse(expires_at) > Date.now() ? (
      <>
        , expires <Time at={expires_at} away />
      </>
    ) : null}
  </div>
)

/** The columns of a list of keys. Spent is what was spent in the window of the limit. A management key spends nothing. */
export const keyColumns = (boostOf: BoostOf): ReadonlyArray<Column<ApiKey>> => {
  const usedOf = (key: ApiKey) => usedOfKey(key, boostOf(key))
  const amount = (title: string, part: "spent" | "held" | "unknown"): Column<ApiKey> => ({
    title,
    kind: "number",
    show: (key) => <Money amount={key.is_management_key ? null : usedOf(key)[part]} none="–" />
  })
  return [
    {
      title: "Name and workspace",
      isName: true,
      show: (key) => (
        <>
          <a href={href(["keys", key.hash])}>{shownName(key.name, key.hash)}</a> <KeyBadges record={key} />
          <Where {...key} />
        </>
      )
    },
    {
      title: "Used",
      kind: "bar",
      show: (key) => (key.is_management_key ? null : <Bar used={usedOf(key)} />)
    },
    amount("Spent", "spent"),
    amount("Held", "held"),
    amount("Unknown", "unknown"),
    { title: "Left", kind: "number", show: (key) => <Money amount={leftOf(usedOf(key))} none="–" /> },
    {
      title: "Limit",
      kind: "number",
      show: (key) => (
        <Limit
          limit={key.limit}
          boost={boostOf(key)}
          per={key.limit_reset === null ? undefined : windowText[key.limit_reset]}
        />
      )
    },
    { title: "Last used", show: ({ last_used_at }) => <Time at={last_used_at} never="never" away /> }
  ]
}
