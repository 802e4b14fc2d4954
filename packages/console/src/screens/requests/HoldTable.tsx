import type { Hold } from "@tollgate/client"
import { useState } from "preact/hooks"
import { useSession } from "../../session/useSession.js"
import { href } from "../../shell/route.js"
import { Badge } from "../../ui/Badge.js"
import { KeyName } from "../../ui/KeyName.js"
import { Money } from "../../ui/Money.js"
import { type Column, Table } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { UserName } from "../../ui/UserName.js"
import { holdTone } from "./holdWords.js"
import { StateCost } from "./StateCost.js"

/** When it ends or has ended. */
const Ended = ({ hold }: { readonly hold: Hold }) =>
  hold.state === "open" ? (
    <span class="quiet">
      lease ends <Time at={hold.lease_ends_at} away />
    </span>
  ) : (
    <Time at={hold.ended_at} />
  )

const columnsOf = (withKey: boolean): ReadonlyArray<Column<Hold>> => [
  {
    title: "Opened",
    isName: true,
    show: ({ id, opened_at }) => (
      <a href={href(["requests", id])}>
        <Time at={opened_at} />
      </a>
    )
  },
  {
    title: withKey ? "Key and user" : "User",
    show: ({ key_hash, user_id }) =>
      withKey ? (
        <>
          <KeyName hash={key_hash} />
          <UserName id={user_id} />
        </>
      ) : (
        user_id
      )
  },
  {
    title: "Model",
    show: ({ models, provider }) => (
      <div class="models">
        {models[0] ?? <span class="quiet">–</span>}
        {provider === null ? null : <div class="quiet small">{provider}</div>}
      </div>
    )
  },
  {
    title: "State",
    show: ({ corrections, flags, state }) => (
      <span class="badges">
        <Badge text={state} tone={holdTone[state]} />
        {flags.map((flag) => (
          <Badge key={flag} text={flag} tone="warn" />
        ))}
        {corrections > 0 ? <Badge text="corrected" /> : null}
      </span>
    )
  },
  { title: "Held", kind: "number", show: ({ amount }) => <Money amount={amount} /> },
  { title: "Cost", kind: "number", show: ({ cost }) => <Money amount={cost} none="–" /> },
  { title: "Ended", show: (hold) => <Ended hold={hold} /> }
]

/** What may be done with a request in its state; null if nothing. */
export const actOf = ({ state }: Hold): "reconcile" | "correct" | null =>
  state === "unknown" ? "reconcile" : state === "settled" ? "correct" : null

/** Requests, with what may be done with each. */
export const HoldTable = (props: {
  readonly caption: string
  readonly holds: ReadonlyArray<Hold>
  readonly withKey: boolean
  readonly isOld?: boolean
}) => {
  const { canChange } = useSession()
  const [stating, setStating] = useState<{ readonly act: "reconcile" | "correct"; readonly of: Hold } | null>(null)
  const columns = columnsOf(props.withKey)
  const actions: Column<Hold> = {
    title: "Actions",
    kind: "actions",
    show: (hold) => {
      const act = actOf(hold)
      return act === null ? null : (
        <button
          type="button"
          class="small"
          onClick={() => setStating({ act, of: hold })}
          aria-label={`${act === "reconcile" ? "Reconcile" : "Correct"} the request of ${new Date(hold.opened_at).toLocaleString()}`}
        >
          {act === "reconcile" ? "Reconcile" : "Correct"}
        </button>
      )
    }
  }
  return (
    <>
      <Table
        caption={props.caption}
        columns={canChange ? [...columns, actions] : columns}
        rows={props.holds}
        keyOf={({ id }) => id}
        isOld={props.isOld ?? false}
      />
      {stating === null ? null : <StateCost {...stating} close={() => setStating(null)} />}
    </>
  )
}
