import type { Workspace } from "@tollgate/client"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { href } from "../../shell/route.js"
import { BarLegend } from "../../ui/Bar.js"
import { BudgetTable } from "../../ui/BudgetTable.js"
import { Empty } from "../../ui/Empty.js"
import { Loaded } from "../../ui/Loaded.js"
import { Section } from "../../ui/Section.js"
import type { Column } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { PolicyList } from "./PolicyList.js"

const columns: ReadonlyArray<Column<Workspace>> = [
  { title: "Name", isName: true, show: ({ id, name }) => <a href={href(["keys"], { workspace: id })}>{name}</a> },
  { title: "Slug", show: ({ slug }) => <code>{slug}</code> },
  { title: "Description", show: ({ description }) => description ?? <span class="quiet">–</span> },
  {
    title: "Max in flight",
    kind: "number",
    show: ({ max_in_flight }) => max_in_flight ?? <span class="quiet">–</span>
  },
  { title: "Created", kind: "fit", show: ({ created_at }) => <Time at={created_at} /> }
]

const Budgets = () => {
  const { account } = useSession()
  const budgets = useRead((signal) => account.budgets.list({ scope: "workspace", limit: 100 }, { signal }))
  return (
    <Section title="Budgets of workspaces" actions={<BarLegend />}>
      <Loaded reading={budgets} what="the budgets">
        {({ data }) =>
          data.length === 0 ? (
            <Empty>No workspace has a budget.</Empty>
          ) : (
            <BudgetTable
              caption="Budgets of workspaces"
              rows={data}
              keyOf={({ id, window }) => `${id} ${window}`}
              name={({ name }) => name}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

export const Workspaces = () => {
  const { account } = useSession()
  return (
    <PolicyList
      what="workspaces"
      list={account.workspaces.list}
      columns={columns}
      keyOf={({ id }) => id}
      empty="There are no workspaces."
      commands={[
        { what: "Create one:", text: 'tollgate workspaces create --slug research --name "Research"' },
        { what: "Set its budget:", text: "tollgate workspaces set-budget research monthly --limit-usd 100" },
        { what: "Add members:", text: "tollgate workspaces add-members research --user-ids USER,USER" }
      ]}
    >
      <Budgets />
    </PolicyList>
  )
}
