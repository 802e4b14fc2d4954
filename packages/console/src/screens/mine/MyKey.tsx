import type { CurrentApiKey } from "@tollgate/client"
import { DaysSection } from "../../days/DaysSection.js"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { BarLegend } from "../../ui/Bar.js"
import { BudgetTable } from "../../ui/BudgetTable.js"
import { windowText } from "../../ui/budgetWords.js"
import { Empty } from "../../ui/Empty.js"
import { Facts } from "../../ui/Facts.js"
import { Loaded } from "../../ui/Loaded.js"
import { Money } from "../../ui/Money.js"
import { Page } from "../../ui/Page.js"
import { Section } from "../../ui/Section.js"
import { Time } from "../../ui/Time.js"
import { AskForMore } from "./AskForMore.js"

const KeyFacts = ({ record }: { readonly record: CurrentApiKey }) => (
  <Facts
    facts={[
      ["Name", record.name],
      ["Label", <code key="label">{record.label}</code>],
      [
        "Limit",
        <>
          <Money amount={record.limit} /> {record.limit_reset === null ? null : windowText[record.limit_reset]}
        </>
      ],
      ["Spent today", <Money key="today" amount={record.usage_daily} />],
      ["Spent this month", <Money key="month" amount={record.usage_monthly} />],
      ["Total spent", <Money key="all" amount={record.usage} />],
      ["Expires", <Time key="expires" at={record.expires_at} never="never" />],
      ["Last used", <Time key="used" at={record.last_used_at} never="never" />]
    ]}
  />
)

/** The limits and the spending of the ordinary key that is signed in. */
export const MyKey = () => {
  const { account } = useSession()
  const record = useRead((signal) => account.keys.current({ signal }))
  return (
    <Page title="My key">
      <Loaded reading={record} what="the key">
        {(key) => (
          <>
            <KeyFacts record={key} />
            <Section title="What it may spend" actions={<BarLegend />}>
              {key.budgets.length === 0 ? (
                <Empty>No budget limits this key.</Empty>
              ) : (
                <BudgetTable
                  caption="Budgets that limit this key"
                  rows={key.budgets}
                  keyOf={({ scope, window }) => `${scope} ${window}`}
                />
              )}
            </Section>
            <AskForMore limit={key.limit} />
          </>
        )}
      </Loaded>
      <DaysSection choices={["model", "provider", "user"]} />
    </Page>
  )
}
