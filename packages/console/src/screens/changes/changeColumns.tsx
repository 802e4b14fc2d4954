import type { AuditEntry } from "@tollgate/client"
import { KeyName, WorkspaceName } from "../../ui/KeyName.js"
import type { Column } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { UserName } from "../../ui/UserName.js"
import { ChangedValue, isHash, isUuid } from "./ChangedValue.js"

const What = ({ entry }: { readonly entry: AuditEntry }) => {
  // What is created has many fields that were left empty. In a change, null and false are said.
  const isNew = /\.(create|add|authorize|exchange|open)/.test(entry.action)
  const changes = Object.entries(entry.changes).filter(([, value]) => !(isNew && (value === null || value === false)))
  if (changes.length === 0 && entry.secrets.length === 0) return <span class="quiet">–</span>
  return (
    <ul class="changes">
      {changes.map(([name, value]) => (
        <li key={name}>
          <span class="quiet">{fieldText(name)}:</span> <ChangedValue name={name} value={value} />
        </li>
      ))}
      {entry.secrets.map((name) => (
        <li key={name}>
          <span class="quiet">{fieldText(name)}:</span> <span class="quiet">a secret, not recorded</span>
        </li>
      ))}
    </ul>
  )
}

/** The name of a field in words: the workspace of `workspace_id`. */
const fieldText = (name: string) => name.replace(/_(id|hash)$/, "").replaceAll("_", " ")

/** The words of an operation: "Update key" of `keys.updateKey`. */
const wordsOf = (action: string): string => {
  const operation = action.slice(action.indexOf(".") + 1)
  const words = operation.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1).replaceAll("byok", "BYOK")
}

/** What was done in words, and its whole name, which the filter takes. */
const Action = ({ action }: { readonly action: string }) => {
  const [resource, ...operation] = action.split(".")
  return (
    <>
      {wordsOf(action)}
      <div class="quiet small">
        {resource}.<wbr />
        <span class="whole">{operation.join(".")}</span>
      </div>
    </>
  )
}

const Thing = ({ entry: { action, changes, object } }: { readonly entry: AuditEntry }) => {
  if (object === null) return <span class="quiet">–</span>
  if (/^(keys\.|oauth\.exchange)/.test(action) && isHash(object)) return <KeyName hash={object} />
  if (action.startsWith("workspaces.") && isUuid(object)) return <WorkspaceName id={object} />
  const short = isHash(object) ? object.slice(0, 12) : isUuid(object) ? object.slice(0, 8) : object
  const name = changes["name"]
  return typeof name === "string" ? (
    <span title={object}>{name}</span>
  ) : (
    <span class={short === object ? "" : "mono"} title={object}>
      {short}
    </span>
  )
}

const By = ({ entry: { actor_hash, actor_user_id, address } }: { readonly entry: AuditEntry }) => (
  <>
    {actor_hash === null ? "the host" : <KeyName hash={actor_hash} />}
    {actor_user_id === null ? null : <UserName id={actor_user_id} />}
    {address === null ? null : <div class="quiet small">from {address}</div>}
  </>
)

/** The audit log, an entry a row. */
export const changeColumns: ReadonlyArray<Column<AuditEntry>> = [
  { title: "No.", kind: "number", show: ({ seq }) => seq.toLocaleString() },
  { title: "When", kind: "fit", show: ({ created_at }) => <Time at={created_at} /> },
  { title: "Change", isName: true, show: ({ action }) => <Action action={action} /> },
  { title: "Object", kind: "name", show: (entry) => <Thing entry={entry} /> },
  { title: "New values", kind: "wide", show: (entry) => <What entry={entry} /> },
  { title: "By", kind: "name", show: (entry) => <By entry={entry} /> }
]
