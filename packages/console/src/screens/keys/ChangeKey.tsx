import type { ApiKey, ApiKeyPatch } from "@tollgate/client"
import { useState } from "preact/hooks"
import { fieldIssue } from "../../reading/issues.js"
import { useChange } from "../../reading/useChange.js"
import { useSession } from "../../session/useSession.js"
import { say } from "../../shell/notices.js"
import { Dialog } from "../../ui/Dialog.js"
import { decimal } from "../../ui/dollars.js"
import { Form } from "../../ui/Form.js"
import { KeyFields, keyTermsOf } from "./KeyFields.js"
import { localOf } from "./localTime.js"

/** Changes name, limit, reset, expiry and whether a key is disabled. What was not changed is not sent. */
export const ChangeKey = ({ close, record }: { readonly record: ApiKey; readonly close: () => void }) => {
  const { account, names } = useSession()
  // As the key was when the dialog opened: what another has changed since is not sent back.
  const [before] = useState({
    name: record.name,
    limit: record.limit === null ? "" : decimal(record.limit),
    reset: record.limit_reset ?? "",
    expires: localOf(record.expires_at)
  })
  const [typed, setTyped] = useState(before)
  const [wasDisabled] = useState(record.disabled)
  const [disabled, setDisabled] = useState(record.disabled)
  const change = useChange(
    (patch: ApiKeyPatch, options) => account.keys.update(record.hash, patch, options),
    (key) => {
      names.learn([key])
      say(`“${key.name}” is changed.`)
      close()
    }
  )
  const submit = () => {
    const terms = keyTermsOf(typed)
    if (terms === null) return
    change.submit({
      ...(typed.name === before.name ? {} : { name: terms.name }),
      ...(typed.limit === before.limit ? {} : { limit: terms.limit }),
      ...(typed.reset === before.reset ? {} : { limit_reset: terms.limit_reset }),
      ...(typed.expires === before.expires ? {} : { expires_at: terms.expires_at }),
      ...(disabled === wasDisabled ? {} : { disabled })
    })
  }
  const problem = fieldIssue(change.failure, "disabled")
  return (
    <Dialog title={`Change “${record.name}”`} close={close} mustAnswer={change.isBusy}>
      <Form
        {...change}
        submit={submit}
        fields={["name", "limit", "limit_reset", "expires_at", "disabled"]}
        action="Change key"
        cancel={close}
      >
        <KeyFields typed={typed} change={setTyped} failure={change.failure} />
        <div>
          <label class="tick">
            <input
              type="checkbox"
              checked={disabled}
              onChange={({ currentTarget }) => setDisabled(currentTarget.checked)}
            />
            Disabled: requests with it are refused
          </label>
          {problem === null ? null : (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
        </div>
      </Form>
    </Dialog>
  )
}
