import type { Hold, HoldCorrection } from "@tollgate/client"
import { useState } from "preact/hooks"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { href } from "../../shell/route.js"
import { Badge } from "../../ui/Badge.js"
import { Empty } from "../../ui/Empty.js"
import { Facts } from "../../ui/Facts.js"
import { KeyName, WorkspaceName } from "../../ui/KeyName.js"
import { Loaded } from "../../ui/Loaded.js"
import { Money } from "../../ui/Money.js"
import { Page } from "../../ui/Page.js"
import { Section } from "../../ui/Section.js"
import { type Column, Table } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { actOf } from "./HoldTable.js"
import { holdTone } from "./holdWords.js"
import { StateCost } from "./StateCost.js"

const columns: ReadonlyArray<Column<HoldCorrection>> = [
  { title: "When", kind: "fit", isName: true, show: ({ at }) => <Time at={at} /> },
  { title: "Before", kind: "number", show: ({ before }) => <Money amount={before} none="unknown" /> },
  { title: "After", kind: "number", show: ({ after }) => <Money amount={after} /> },
  { title: "Why", show: ({ reason }) => reason },
  { title: "By", show: ({ by }) => (by === null ? "the host" : <KeyName hash={by} />) }
]

const factsOf = (hold: Hold) =>
  [
    ["State", <Badge key="state" text={hold.state} tone={holdTone[hold.state]} />],
    ["Held", <Money key="held" amount={hold.amount} />],
    ["Cost", <Money key="cost" amount={hold.cost} none="not settled" />],
    ["Credentials", hold.is_byok ? "the organization's own" : "the gateway's"],
    ["Key", <KeyName key="key" hash={hold.key_hash} />],
    ["User", hold.user_id],
    ["Workspace", <WorkspaceName key="workspace" id={hold.workspace_id} />],
    ["Models", hold.models.join(", ") || "not stated"],
    ["Provider", hold.provider ?? "not stated"],
    ["Source of the cost", hold.basis ?? "not stated"],
    ["Opened", <Time key="opened" at={hold.opened_at} />],
    ["Sent", <Time key="sent" at={hold.sent_at} never="not sent" />],
    ["Lease ends", <Time key="lease" at={hold.lease_ends_at} />],
    ["Ended", <Time key="ended" at={hold.ended_at} never="still open" />],
    ["Instance", hold.instance ?? "not stated"],
    [
      "Flags",
      hold.flags.length === 0 ? "none" : hold.flags.map((flag) => <Badge key={flag} text={flag} tone="warn" />)
    ],
    ...Object.entries(hold.labels).map(([name, value]) => [`Label ${name}`, value] as const)
  ] as const

/** One request, with its corrections. */
export const RequestPage = ({ id }: { readonly id: string }) => {
  const { account, canChange } = useSession()
  const [isStating, setIsStating] = useState(false)
  const request = useRead((signal) => account.spending.get(id, { signal }), [id])
  const act = request.value === undefined ? null : actOf(request.value.data)
  const button =
    canChange && act !== null ? (
      <button type="button" class="primary" onClick={() => setIsStating(true)}>
        {act === "reconcile" ? "Reconcile" : "Correct"}
      </button>
    ) : undefined
  return (
    <Page title="Request" above={{ text: "Requests", href: href(["requests"]) }} actions={button}>
      <p class="lead mono quiet">{id}</p>
      <Loaded reading={request} what="the request">
        {({ corrections, data }) => (
          <>
            <Facts facts={factsOf(data)} />
            <Section title="Corrections">
              {corrections.length === 0 ? (
                <Empty>No corrections.</Empty>
              ) : (
                <Table caption="Corrections" columns={columns} rows={corrections} keyOf={({ at }) => at} />
              )}
            </Section>
            {isStating && act !== null ? <StateCost act={act} of={data} close={() => setIsStating(false)} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  )
}
