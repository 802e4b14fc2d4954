import type { CurrentApiKey } from "@tollgate/client"
import { DaysSection } from "../../days/DaysSection.js"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { Badge } from "../../ui/Badge.js"
import { BarLegend } from "../../ui/Bar.js"
import { BudgetTable } from "../../ui/BudgetTable.js"
import { Empty } from "../../ui/Empty.js"
import { Loaded } from "../../ui/Loaded.js"
import { Money } from "../../ui/Money.js"
import { Page } from "../../ui/Page.js"
import { Section } from "../../ui/Section.js"
import { Time } from "../../ui/Time.js"
import { AskForMore } from "./AskForMore.js"

const Facts = ({ record }: { readonly record: CurrentApiKey }) => (
  <dl class="panel facts">
    <div>
      <dt>Name</dt>
      <dd>
        {record.name} {record.disabled ? <Badge text="disabled" tone="bad" /> : null}
      </dd>
    </div>
    <div>
      <dt>Label</dt>
      <dd class="mono">{record.label}</dd>
    </div>
    <div>
      <dt>Limit</dt>
      <dd>
        <Money amount={record.limit} /> {record.limit_reset === null ? "" : record.limit_reset}
      </dd>
    </div>
    <div>
      <dt>Left</dt>
      <dd>
        <Money amount={record.limit_remaining} />
      </dd>
    </div>
    <div>
      <dt>Spent today, this month, in all</dt>
      <dd>
        <Money amount={record.usage_daily} />, <Money amount={record.usage_monthly} />, <Money amount={record.usage} />
      </dd>
    </div>
    <div>
      <dt>Expires</dt>
      <dd>
        <Time at={record.expires_at} never="never" />
      </dd>
    </div>
    <div>
      <dt>Last used</dt>
      <dd>
        <Time at={record.last_used_at} never="never" />
      </dd>
    </div>
  </dl>
)

/** What the key that is signed in may spend, and has spent. */
export const MyKey = () => {
  const { account, kind } = useSession()
  const record = useRead((signal) => account.keys.current({ signal }))
  return (
    <Page title="My key">
      <Loaded reading={record} what="the key">
        {(key) => (
          <>
            <Facts record={key} />
            <Section title="What it may spend" actions={<BarLegend />}>
              {key.budgets.length === 0 ? (
                <Empty>
                  {kind === "ordinary"
                    ? "No budget limits this key."
                    : "A management key does not spend. Make a key for that on the screen Keys."}
                </Empty>
              ) : (
                <BudgetTable
                  caption="Budgets that limit this key"
                  rows={key.budgets}
                  keyOf={({ scope, window }) => `${scope} ${window}`}
                />
              )}
            </Section>
            {kind === "ordinary" ? <AskForMore limit={key.limit} /> : null}
          </>
        )}
      </Loaded>
      {kind === "ordinary" ? <DaysSection choices={["model", "provider", "user"]} /> : null}
    </Page>
  )
}
