import type { CreatedApiKey, NewApiKey } from "@tollgate/client"
import { useState } from "preact/hooks"
import { fieldIssue } from "../../reading/issues.js"
import { useChange } from "../../reading/useChange.js"
import { useSession } from "../../session/useSession.js"
import { Dialog } from "../../ui/Dialog.js"
import { Field } from "../../ui/Field.js"
import { Form } from "../../ui/Form.js"
import { useWorkspaces } from "../../ui/KeyName.js"
import { KeyFields, keyTermsOf } from "./KeyFields.js"
import { ShownOnce } from "./ShownOnce.js"

/** Creates a key, and shows its secret once. */
export const CreateKey = ({ close }: { readonly close: () => void }) => {
  const { account } = useSession()
  const workspaces = useWorkspaces()
  const [typed, setTyped] = useState({ name: "", limit: "", reset: "", expires: "" })
  const [workspace, setWorkspace] = useState("")
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const change = useChange(
    (input: NewApiKey, options) => account.keys.create(input, options),
    (made) => setCreated(made)
  )
  if (created !== null) return <ShownOnce name={created.data.name} secret={created.key} close={close} />
  const submit = () => {
    const terms = keyTermsOf(typed)
    if (terms !== null) change.submit({ ...terms, ...(workspace === "" ? {} : { workspace_id: workspace }) })
  }
  return (
    <Dialog title="New key" close={close} mustAnswer={change.isBusy}>
      <Form
        {...change}
        submit={submit}
        fields={["name", "limit", "limit_reset", "expires_at", "workspace_id"]}
        action="Create key"
        cancel={close}
      >
        <KeyFields typed={typed} change={setTyped} failure={change.failure} />
        <Field label="Workspace" problem={fieldIssue(change.failure, "workspace_id")}>
          {(field) => (
            <select {...field} value={workspace} onChange={({ currentTarget }) => setWorkspace(currentTarget.value)}>
              <option value="">The default workspace</option>
              {workspaces.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
