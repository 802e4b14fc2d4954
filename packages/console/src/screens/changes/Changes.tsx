import type { AuditEntry } from "@tollgate/client"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { DayFilter, TextFilter, useFilter, useOffset } from "../../ui/Filter.js"
import { KeyFilter } from "../../ui/KeyFilter.js"
import { KeyName, WorkspaceName } from "../../ui/KeyName.js"
import { Loaded } from "../../ui/Loaded.js"
import { NoRows } from "../../ui/NoRows.js"
import { Page } from "../../ui/Page.js"
import { Paging } from "../../ui/Paging.js"
import { type Column, Table } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { Chain } from "./Chain.js"

const SIZE = 50

/** A value of more characters opens on demand. */
const MOST = 120

const Value = ({ value }: { readonly value: unknown }) => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  if (text.length <= MOST) return <code>{text}</code>
  return (
    <details>
      <summary>
        <code>{text.slice(0, MOST)} …</code>
      </summary>
      <code>{text}</code>
    </details>
  )
}

const What = ({ entry }: { readonly entry: AuditEntry }) => {
  // What is created has many fields that were left empty. In a change, null clears a field.
  const isNew = /\.(create|add|authorize)/.test(entry.action)
  const changes = Object.entries(entry.changes).filter(([, value]) => !(isNew && value === null))
  if (changes.length === 0 && entry.secrets.length === 0) return <span class="quiet">–</span>
  return (
    <ul class="changes">
      {changes.map(([name, value]) => (
        <li key={name}>
          <span class="quiet">{name.replaceAll("_", " ")}:</span> <Value value={value} />
        </li>
      ))}
      {entry.secrets.map((name) => (
        <li key={name}>
          <span class="quiet">{name.replaceAll("_", " ")}:</span> <span class="quiet">a secret, not recorded</span>
        </li>
      ))}
    </ul>
  )
}

/** The resource and the operation, which may stand below each other. */
const Action = ({ action }: { readonly action: string }) => {
  const [resource, ...operation] = action.split(".")
  return (
    <>
      <span class="quiet">{resource}.</span>
      <wbr />
      <span class="whole">{operation.join(".")}</span>
    </>
  )
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text)

const Thing = ({ entry: { action, object } }: { readonly entry: AuditEntry }) => {
  if (object === null) return <span class="quiet">–</span>
  if (action.startsWith("keys.") && isHash(object)) return <KeyName hash={object} />
  if (action.startsWith("workspaces.") && isUuid(object)) return <WorkspaceName id={object} />
  return (
    <span class="mono" title={object}>
      {isHash(object) ? object.slice(0, 12) : isUuid(object) ? object.slice(0, 8) : object}
    </span>
  )
}

const columns: ReadonlyArray<Column<AuditEntry>> = [
  { title: "No.", kind: "number", show: ({ seq }) => seq.toLocaleString() },
  { title: "When", kind: "fit", show: ({ created_at }) => <Time at={created_at} /> },
  { title: "Change", isName: true, show: ({ action }) => <Action action={action} /> },
  { title: "Of", show: (entry) => <Thing entry={entry} /> },
  { title: "New values", kind: "wide", show: (entry) => <What entry={entry} /> },
  {
    title: "By",
    show: ({ actor_hash, actor_user_id }) => (
      <>
        {actor_hash === null ? "the host" : <KeyName hash={actor_hash} />}
        {actor_user_id === null ? null : <div class="quiet small">{actor_user_id}</div>}
      </>
    )
  },
  { title: "From", show: ({ address }) => address ?? <span class="quiet">–</span> }
]

/** Midnight of a day in the reader's zone, and so many days after it. */
const midnight = (day: string, after: number): string | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const at = new Date(`${day}T00:00:00`)
  at.setDate(at.getDate() + after)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** The audit log, and whether it is intact. */
export const Changes = () => {
  const { account } = useSession()
  const [action, object, actor, from, to] = [
    useFilter("action"),
    useFilter("object"),
    useFilter("actor"),
    useFilter("from"),
    useFilter("to")
  ]
  const offset = useOffset()
  const page = {
    limit: SIZE,
    offset,
    action: action || undefined,
    object: object || undefined,
    actor_hash: actor || undefined,
    from: midnight(from, 0),
    to: midnight(to, 1)
  }
  const entries = useRead((signal) => account.audit.list(page, { signal }), [page])
  return (
    <Page title="Changes">
      <Chain />
      <search class="filters below">
        <TextFilter name="action" label="Change" placeholder="keys.updateKey" />
        <TextFilter name="object" label="Object (hash, id or slug)" />
        <KeyFilter name="actor" label="By the key" />
        <DayFilter name="from" label="From" />
        <DayFilter name="to" label="To" />
      </search>
      <Loaded reading={entries} what="the changes">
        {({ data, total_count }) =>
          data.length === 0 ? (
            <NoRows offset={offset}>
              No change matches the filters. State the full name of a change, such as keys.updateKey.
            </NoRows>
          ) : (
            <>
              <Table
                caption="Changes"
                columns={columns}
                rows={data}
                keyOf={({ seq }) => String(seq)}
                isOld={entries.isOld}
              />
              <Paging what="changes" offset={offset} size={SIZE} total={total_count} most={10_000} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
