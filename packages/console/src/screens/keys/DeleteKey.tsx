import type { ApiKey } from "@tollgate/client"
import { useState } from "preact/hooks"
import { useChange } from "../../reading/useChange.js"
import { useSession } from "../../session/useSession.js"
import { say } from "../../shell/notices.js"
import { go } from "../../shell/route.js"
import { Dialog } from "../../ui/Dialog.js"
import { Field } from "../../ui/Field.js"
import { Form } from "../../ui/Form.js"
import { shownName } from "../../ui/shownName.js"

/** Deletes a key after its name was typed. */
export const DeleteKey = ({ close, record }: { readonly record: ApiKey; readonly close: () => void }) => {
  const { account } = useSession()
  const name = shownName(record.name, record.hash)
  const [typed, setTyped] = useState("")
  const change = useChange(
    (hash: string, options) => account.keys.delete(hash, options),
    () => {
      say(`“${name}” is deleted.`)
      close()
      go(["keys"])
    }
  )
  return (
    <Dialog title={`Delete “${name}”`} close={close} mustAnswer={change.isBusy}>
      <Form
        {...change}
        submit={() => change.submit(record.hash)}
        fields={[]}
        action="Delete key"
        isDanger
        isOff={typed.trim() !== name.trim()}
        cancel={close}
      >
        <p>
          Requests with this key are refused from then on. The deletion cannot be undone. Reports keep its spending. To
          stop the key for a while, disable it instead.
        </p>
        <Field label="Type its name to go on" hint={name}>
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
