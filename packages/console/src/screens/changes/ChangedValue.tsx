import { dollars } from "../../ui/dollars.js"
import { KeyName, WorkspaceName } from "../../ui/KeyName.js"
import { Time } from "../../ui/Time.js"

/** A text of more characters opens on demand. */
const MOST = 120

const LongText = ({ text }: { readonly text: string }) => {
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

/** Whether a text is a hash of 64 digits. */
export const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text)

/** Whether a text is a UUID. */
export const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)

/** Fields with an amount in USD. */
const isAmount = (name: string) => /^(usd|cost|limit)$|_usd$|_limit$/.test(name)

/** The value that a change has given a field, in words. */
export const ChangedValue = ({ name, value }: { readonly name: string; readonly value: unknown }) => {
  if (value === null) return <span class="quiet">none</span>
  if (typeof value === "boolean") return <>{value ? "yes" : "no"}</>
  if (typeof value === "number") return <>{isAmount(name) ? dollars(value) : value.toLocaleString()}</>
  if (typeof value !== "string") return <LongText text={JSON.stringify(value)} />
  if (name.endsWith("key_hash") && isHash(value)) return <KeyName hash={value} />
  if (name === "workspace_id") return <WorkspaceName id={value} />
  if (isTime(value)) return <Time at={value} />
  if (isHash(value) || isUuid(value)) return <code title={value}>{value.slice(0, isHash(value) ? 12 : 8)}</code>
  return <LongText text={value} />
}
