import type { Alert } from "@tollgate/client"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { href } from "../../shell/route.js"
import { Badge } from "../../ui/Badge.js"
import { Empty } from "../../ui/Empty.js"
import { Loaded } from "../../ui/Loaded.js"
import { Section } from "../../ui/Section.js"
import { type Column, Table } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"

const tones = { crossing: "warn", refused: "bad", unknown: "warn", request: "plain" } as const

const words = { crossing: "threshold", refused: "refused", unknown: "unknown", request: "asked for" } as const

/** The screen on which a reader acts on an alert. */
const placeOf = ({ key_hash, kind }: Alert): string | null => {
  if (kind === "request") return href(["asked"], { state: "open" })
  return key_hash === null ? null : href(["keys", key_hash])
}

const columns: ReadonlyArray<Column<Alert>> = [
  { title: "When", kind: "fit", show: ({ at }) => <Time at={at} /> },
  { title: "Kind", kind: "fit", show: ({ kind }) => <Badge text={words[kind]} tone={tones[kind]} /> },
  {
    title: "What",
    kind: "wide",
    show: (alert) => {
      const place = placeOf(alert)
      return place === null ? alert.text : <a href={place}>{alert.text}</a>
    }
  }
]

/** The latest alerts. */
export const LastAlerts = () => {
  const { account } = useSession()
  const alerts = useRead((signal) => account.alerts.list({ limit: 10 }, { signal }))
  return (
    <Section title="Last alerts">
      <Loaded reading={alerts} what="the alerts">
        {({ data }) =>
          data.length === 0 ? (
            <Empty>No alerts yet. An alert appears here when a budget reaches a threshold of its limit.</Empty>
          ) : (
            <Table caption="Last alerts" rows={data} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </Loaded>
    </Section>
  )
}
