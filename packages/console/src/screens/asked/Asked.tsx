import type { BudgetRequest } from "@tollgate/client"
import { useState } from "preact/hooks"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { Badge } from "../../ui/Badge.js"
import { windowText } from "../../ui/budgetWords.js"
import { ChoiceFilter, useFilter, useOffset } from "../../ui/Filter.js"
import { KeyName } from "../../ui/KeyName.js"
import { Loaded } from "../../ui/Loaded.js"
import { Money } from "../../ui/Money.js"
import { NoRows } from "../../ui/NoRows.js"
import { oneOf } from "../../ui/oneOf.js"
import { Page } from "../../ui/Page.js"
import { Paging } from "../../ui/Paging.js"
import { type Column, Table } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { UserName } from "../../ui/UserName.js"
import { Approve, Refuse } from "./Decide.js"
import { requestTone } from "./requestTone.js"

const SIZE = 50

const states = ["open", "approved", "refused"] as const

/** The decision, its reason and its time. */
const Decision = ({ asked }: { readonly asked: BudgetRequest }) => {
  const { approved_usd, decided_at, decision, until } = asked
  if (decided_at === null) return <span class="quiet">–</span>
  return (
    <>
      {approved_usd === null ? null : (
        <div>
          <Money amount={approved_usd} /> until <Time at={until} />
        </div>
      )}
      {decision === null ? null : <div>{decision}</div>}
      <div class="quiet small">
        decided <Time at={decided_at} />
      </div>
    </>
  )
}

const columns: ReadonlyArray<Column<BudgetRequest>> = [
  { title: "Created", kind: "fit", show: ({ created_at }) => <Time at={created_at} /> },
  {
    title: "Key",
    isName: true,
    show: ({ key_hash, key_name, user_id }) => (
      <>
        <KeyName hash={key_hash} name={key_name} />
        <UserName id={user_id} />
      </>
    )
  },
  {
    title: "Amount",
    kind: "number",
    show: ({ usd, window }) => (
      <>
        <Money amount={usd} />
        <span class="per quiet small">{windowText[window]}</span>
      </>
    )
  },
  { title: "Why", show: ({ reason }) => reason },
  { title: "State", kind: "fit", show: ({ state }) => <Badge text={state} tone={requestTone[state]} /> },
  { title: "Decision", show: (asked) => <Decision asked={asked} /> }
]

/** The request whose dialog is open. */
interface Deciding {
  readonly as: "approve" | "refuse"
  readonly asked: BudgetRequest
}

const Requests = ({ isOld, rows }: { readonly rows: ReadonlyArray<BudgetRequest>; readonly isOld: boolean }) => {
  const { canChange } = useSession()
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const close = () => setDeciding(null)
  const actions: Column<BudgetRequest> = {
    title: "Actions",
    kind: "actions",
    show: (asked) =>
      asked.state === "open" ? (
        <>
          <button
            type="button"
            class="small primary"
            aria-label={`Approve more for ${asked.key_name ?? "a deleted key"}`}
            onClick={() => setDeciding({ as: "approve", asked })}
          >
            Approve
          </button>
          <button
            type="button"
            class="small"
            aria-label={`Refuse more for ${asked.key_name ?? "a deleted key"}`}
            onClick={() => setDeciding({ as: "refuse", asked })}
          >
            Refuse
          </button>
        </>
      ) : null
  }
  return (
    <>
      <Table
        caption="Requests for more"
        columns={canChange ? [...columns, actions] : columns}
        rows={rows}
        keyOf={({ id }) => id}
        isOld={isOld}
      />
      {deciding?.as === "approve" ? <Approve asked={deciding.asked} close={close} /> : null}
      {deciding?.as === "refuse" ? <Refuse asked={deciding.asked} close={close} /> : null}
    </>
  )
}

/** Requests of the holders of keys for higher limits, to approve or to refuse. */
export const Asked = () => {
  const { account } = useSession()
  const state = oneOf(states, useFilter("state"))
  const offset = useOffset()
  const page = { limit: SIZE, offset, state }
  const asked = useRead((signal) => account.budgets.requests.list(page, { signal }), [page])
  return (
    <Page title="Asked for">
      <search class="filters">
        <ChoiceFilter name="state" label="State" all="All" choices={states.map((one) => [one, one] as const)} />
      </search>
      <Loaded reading={asked} what="the requests for more">
        {({ data, total_count }) =>
          data.length === 0 ? (
            <NoRows offset={offset}>
              {state === undefined
                ? "No requests for more yet. The holder of a key asks for more on the screen “My key”, signed in with that key."
                : `No request is ${state}.`}
            </NoRows>
          ) : (
            <>
              <Requests rows={data} isOld={asked.isOld} />
              <Paging what="requests for more" offset={offset} size={SIZE} total={total_count} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
