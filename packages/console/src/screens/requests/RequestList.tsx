import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { ChoiceFilter, useFilter, useOffset } from "../../ui/Filter.js"
import { KeyFilter } from "../../ui/KeyFilter.js"
import { Loaded } from "../../ui/Loaded.js"
import { NoRows } from "../../ui/NoRows.js"
import { oneOf } from "../../ui/oneOf.js"
import { Page } from "../../ui/Page.js"
import { Paging } from "../../ui/Paging.js"
import { WorkspaceFilter } from "../../ui/WorkspaceFilter.js"
import { HoldTable } from "./HoldTable.js"
import { holdFlags, holdStates } from "./holdWords.js"

const SIZE = 50

const named = (values: ReadonlyArray<string>) => values.map((value) => [value, value.replaceAll("_", " ")] as const)

/** The requests of the organization, by their state, flag, key and workspace. */
export const RequestList = () => {
  const { account } = useSession()
  const state = oneOf(holdStates, useFilter("state"))
  const flag = oneOf(holdFlags, useFilter("flag"))
  const key = useFilter("key")
  const workspace = useFilter("workspace")
  const offset = useOffset()
  const page = {
    limit: SIZE,
    offset,
    state,
    flag,
    key_hash: key || undefined,
    workspace_id: workspace || undefined
  }
  const isFiltered = [state, flag, key, workspace].some(Boolean)
  const holds = useRead((signal) => account.spending.list(page, { signal }), [page])
  return (
    <Page title="Requests">
      <search class="filters">
        <ChoiceFilter name="state" label="State" all="All" choices={named(holdStates)} />
        <ChoiceFilter name="flag" label="Flag" all="All" choices={named(holdFlags)} />
        <KeyFilter />
        <WorkspaceFilter />
      </search>
      {state === "unknown" ? (
        <p class="lead quiet">
          The provider may have billed these requests. Look up each of them there, and reconcile it with its cost.
        </p>
      ) : null}
      <Loaded reading={holds} what="the requests">
        {({ data, total_count }) =>
          data.length === 0 ? (
            <NoRows offset={offset}>
              {state === "unknown"
                ? "No request is unknown. There is nothing to reconcile."
                : isFiltered
                  ? "No request matches the filters."
                  : "There are no requests yet. A gateway opens a request before it calls a provider."}
            </NoRows>
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
