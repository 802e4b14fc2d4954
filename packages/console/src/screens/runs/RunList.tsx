import type { Run } from "@tollgate/client"
import { useState } from "preact/hooks"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { href } from "../../shell/route.js"
import { Badge } from "../../ui/Badge.js"
import { Bar, BarLegend } from "../../ui/Bar.js"
import { ChoiceFilter, useFilter, useOffset } from "../../ui/Filter.js"
import { WorkspaceName } from "../../ui/KeyName.js"
import { Loaded } from "../../ui/Loaded.js"
import { Money } from "../../ui/Money.js"
import { NoRows } from "../../ui/NoRows.js"
import { oneOf } from "../../ui/oneOf.js"
import { Page } from "../../ui/Page.js"
import { Paging } from "../../ui/Paging.js"
import { type Column, Table } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { WorkspaceFilter } from "../../ui/WorkspaceFilter.js"
import { StopRun } from "./StopRun.js"
import { type Placed, treeOf } from "./treeOf.js"

const SIZE = 100

const states = ["open", "stopped", "ended"] as const

const tones = { open: "good", stopped: "bad", ended: "plain" } as const

const Name = ({ lines, name, run }: Placed) => (
  <span class="whole">
    <span class="tree" aria-hidden="true">
      {lines}
    </span>
    {run.children > 0 ? (
      <a
        href={href(["runs"], { parent: run.path, workspace: run.workspace_id })}
        title={`The ${run.children} runs directly below`}
      >
        {name}
      </a>
    ) : (
      name
    )}
    {lines === "" ? (
      <div class="quiet small">
        <WorkspaceName id={run.workspace_id} />
      </div>
    ) : null}
  </span>
)

const columns: ReadonlyArray<Column<Placed>> = [
  { title: "Run and workspace", isName: true, show: (placed) => <Name {...placed} /> },
  { title: "State", show: ({ run }) => <Badge text={run.state} tone={tones[run.state]} /> },
  { title: "Used", kind: "bar", show: ({ run }) => <Bar used={{ ...run, limit: run.limit_usd }} /> },
  { title: "Spent", kind: "number", show: ({ run }) => <Money amount={run.spent} /> },
  { title: "Held", kind: "number", show: ({ run }) => <Money amount={run.held} /> },
  { title: "Unknown", kind: "number", show: ({ run }) => <Money amount={run.unknown} /> },
  { title: "Left", kind: "number", show: ({ run }) => <Money amount={run.remaining} none="–" /> },
  { title: "Limit", kind: "number", show: ({ run }) => <Money amount={run.limit_usd} none="–" /> },
  { title: "Requests", kind: "number", show: ({ run }) => run.requests.toLocaleString() },
  {
    title: "Last request",
    show: ({ run }) => (
      <>
        <Time at={run.last_charged_at} away />
        {run.ends_at === null ? null : (
          <div class="quiet small">
            {run.state === "ended" ? "ended" : "ends"} <Time at={run.ends_at} away />
          </div>
        )}
      </>
    )
  }
]

const keyOf = ({ run }: Placed) => `${run.workspace_id} ${run.path}`

const Runs = ({ isOld, runs }: { readonly runs: ReadonlyArray<Run>; readonly isOld: boolean }) => {
  const { canChange } = useSession()
  const [stopping, setStopping] = useState<Run | null>(null)
  const actions: Column<Placed> = {
    title: "Actions",
    kind: "actions",
    show: ({ run }) =>
      run.state === "ended" ? null : (
        <button
          type="button"
          class="small"
          aria-label={`${run.state === "stopped" ? "Resume" : "Stop"} ${run.path}`}
          onClick={() => setStopping(run)}
        >
          {run.state === "stopped" ? "Resume" : "Stop"}
        </button>
      )
  }
  return (
    <>
      <Table
        caption="Runs"
        columns={canChange ? [...columns, actions] : columns}
        rows={treeOf(runs)}
        keyOf={keyOf}
        isOld={isOld}
      />
      {stopping === null ? null : <StopRun run={stopping} close={() => setStopping(null)} />}
    </>
  )
}

/** Runs of agents as a tree, with the amounts that each has spent and has left. */
export const RunList = () => {
  const { account } = useSession()
  const state = oneOf(states, useFilter("state"))
  const parent = useFilter("parent")
  const workspace = useFilter("workspace")
  const offset = useOffset()
  const page = { limit: SIZE, offset, state, parent: parent || undefined, workspace_id: workspace || undefined }
  const isFiltered = [state, parent, workspace].some(Boolean)
  const runs = useRead((signal) => account.spending.runs.list(page, { signal }), [page])
  return (
    <Page title="Runs">
      <search class="filters">
        <ChoiceFilter name="state" label="State" all="All" choices={states.map((one) => [one, one] as const)} />
        <WorkspaceFilter />
      </search>
      {parent === "" ? null : (
        <p class="lead">
          Directly below <strong>{parent}</strong>. <a href={href(["runs"])}>Show all runs</a>
        </p>
      )}
      <Loaded reading={runs} what="the runs">
        {({ data, total_count }) =>
          data.length === 0 ? (
            <NoRows offset={offset}>
              {isFiltered
                ? "No run matches the filters."
                : "There are no runs yet. A gateway opens a run with the first request that names it."}
            </NoRows>
          ) : (
            <>
              <Runs runs={data} isOld={runs.isOld} />
              <footer class="foot">
                <Paging what="runs" offset={offset} size={SIZE} total={total_count} most={10_000} />
                <BarLegend />
              </footer>
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
