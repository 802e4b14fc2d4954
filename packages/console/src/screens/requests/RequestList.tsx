import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { Empty } from "../../ui/Empty.js"
import { ChoiceFilter, useFilter, useOffset } from "../../ui/Filter.js"
import { KeyFilter } from "../../ui/KeyFilter.js"
import { useWorkspaces } from "../../ui/KeyName.js"
import { Loaded } from "../../ui/Loaded.js"
import { oneOf } from "../../ui/oneOf.js"
import { Page } from "../../ui/Page.js"
import { Paging } from "../../ui/Paging.js"
import { HoldTable } from "./HoldTable.js"
import { holdFlags, holdStates } from "./holdWords.js"

const SIZE = 50

const named = (values: ReadonlyArray<string>) => values.map((value) => [value, value.replaceAll("_", " ")] as const)

/** The requests of the organization: those that are open, unknown, settled and more. */
export const RequestList = () => {
  const { account } = useSession()
  const state = oneOf(holdStates, useFilter("state"))
  const flag = oneOf(holdFlags, useFilter("flag"))
  const key = useFilter("key")
  const workspace = useFilter("workspace")
  const offset = useOffset()
  const workspaces = useWorkspaces()
  const page = {
    limit: SIZE,
    offset,
    state,
    flag,
    key_hash: key || undefined,
    workspace_id: workspace || undefined
  }
  const holds = useRead((signal) => account.spending.list(page, { signal }), [page])
  return (
    <Page title="Requests">
      <search class="filters">
        <ChoiceFilter name="state" label="State" all="All" choices={named(holdStates)} />
        <ChoiceFilter name="flag" label="Flag" all="All" choices={named(holdFlags)} />
        <KeyFilter />
        <ChoiceFilter
          name="workspace"
          label="Workspace"
          all="All"
          choices={workspaces.map(({ id, name }) => [id, name] as const)}
        />
      </search>
      {state === "unknown" ? (
        <p class="lead quiet">
          It is not known whether these requests were billed. Look them up at the provider, and reconcile each with what
          it has cost.
        </p>
      ) : null}
      <Loaded reading={holds} what="the requests">
        {({ data, total_count }) =>
          data.length === 0 ? (
            <Empty>
              {state === "unknown"
                ? "No request is unknown. There is nothing to reconcile."
                : "No request is here. A gateway opens one before it calls a provider. Choose other filters to see more."}
            </Empty>
          ) : (
            <>
              <HoldTable caption="Requests" holds={data} withKey isOld={holds.isOld} />
              <Paging what="requests" offset={offset} size={SIZE} total={total_count} most={10_000} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
