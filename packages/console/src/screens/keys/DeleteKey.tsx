import type { ApiKey } from "@tollgate/client"
import { useState } from "preact/hooks"
import { useChange } from "../../reading/useChange.js"
import { useSession } from "../../session/useSession.js"
import { say } from "../../shell/notices.js"
import { go } from "../../shell/route.js"
import { Dialog } from "../../ui/Dialog.js"
import { Field } from "../../ui/Field.js"
import { Form } from "../../ui/Form.js"

/** Deletes a key after its name was typed. */
export const DeleteKey = ({ close, record }: { readonly record: ApiKey; readonly close: () => void }) => {
  const { account } = useSession()
  const [typed, setTyped] = useState("")
  const change = useChange(
    (hash: string, options) => account.keys.delete(hash, options),
    () => {
      say(`“${record.name}” is deleted.`)
      close()
      go(["keys"])
    }
  )
  return (
    <Dialog title={`Delete “${record.name}”`} close={close}>
      <Form
        {...change}
        submit={() => change.submit(record.hash)}
        fields={[]}
        action="Delete key"
        isDanger
        isOff={typed.trim() !== record.name.trim()}
        cancel={close}
      >
        <p>
          Requests with this key are refused from then on. The deletion cannot be undone. Reports keep its spending. To
          stop the key for a while, disable it instead.
        </p>
        <Field label="Type its name to go on" hint={record.name}>
          {(field) => (
            <input
              {...field}
              type="text"
              autoComplete="off"
              spellcheck={false}
              value={typed}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
