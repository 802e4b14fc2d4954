import type { ApiKey, KeyRotation } from "@tollgate/client"
import { useState } from "preact/hooks"
import { fieldIssue } from "../../reading/issues.js"
import { useChange } from "../../reading/useChange.js"
import { useSession } from "../../session/useSession.js"
import { Dialog } from "../../ui/Dialog.js"
import { Field } from "../../ui/Field.js"
import { Form } from "../../ui/Form.js"
import { ShownOnce } from "./ShownOnce.js"

const graces = [
  [0, "Not at all: it is refused at once"],
  [3600, "For an hour"],
  [86_400, "For a day"],
  [604_800, "For a week"],
  [2_592_000, "For 30 days"]
] as const

/** Gives a key a new secret, and shows it once. */
export const RotateKey = ({ close, record }: { readonly record: ApiKey; readonly close: () => void }) => {
  const { account, key } = useSession()
  const [grace, setGrace] = useState(3600)
  const [secret, setSecret] = useState<string | null>(null)
  const change = useChange(
    (input: KeyRotation, options) => account.keys.rotate(record.hash, input, options),
    (made) => setSecret(made.key)
  )
  if (secret !== null) return <ShownOnce name={record.name} secret={secret} close={close} />
  return (
    <Dialog title={`Rotate “${record.name}”`} close={close} mustAnswer={change.isBusy}>
      <Form
        {...change}
        submit={() => change.submit({ grace_seconds: grace })}
        fields={["grace_seconds"]}
        action="Create a new secret"
        cancel={close}
      >
        <p>The key keeps its name, limits and history, and gets a new secret.</p>
        {record.hash === key.hash ? (
          <p class="problem">You are signed in with this key. When its old secret ends, sign in with the new one.</p>
        ) : null}
        <Field label="The old secret works" problem={fieldIssue(change.failure, "grace_seconds")}>
          {(field) => (
            <select {...field} value={grace} onChange={({ currentTarget }) => setGrace(Number(currentTarget.value))}>
              {graces.map(([seconds, text]) => (
                <option key={seconds} value={seconds}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
