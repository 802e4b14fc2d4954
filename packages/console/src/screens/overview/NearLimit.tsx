import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { BarLegend } from "../../ui/Bar.js"
import { BudgetName } from "../../ui/BudgetName.js"
import { BudgetTable } from "../../ui/BudgetTable.js"
import { Empty } from "../../ui/Empty.js"
import { Loaded } from "../../ui/Loaded.js"
import { Section } from "../../ui/Section.js"

/** Budgets of which 80 % or more is spent or unknown, the fullest first. */
export const NearLimit = () => {
  const { account } = useSession()
  const budgets = useRead((signal) => account.budgets.list({ above: 0.8, limit: 10 }, { signal }))
  return (
    <Section title="Budgets above 80 %" actions={<BarLegend />}>
      <Loaded reading={budgets} what="the budgets">
        {({ data, total_count }) =>
          data.length === 0 ? (
            <Empty>No budget is above 80 % of its limit.</Empty>
          ) : (
            <>
              <BudgetTable
                caption="Budgets above 80 %"
                rows={data}
                keyOf={({ id, key_hash, scope, user_id, window, workspace_id }) =>
                  [scope, id, window, key_hash, user_id, workspace_id].join(" ")
                }
                name={(budget) => <BudgetName of={budget} />}
              />
              {total_count > data.length ? <p class="hint">The 10 fullest of {total_count.toLocaleString()}.</p> : null}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
