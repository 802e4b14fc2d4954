import { CopyButton } from "../../ui/CopyButton.js"
import { Dialog } from "../../ui/Dialog.js"

/** The secret of a key, which is shown this once. */
export const ShownOnce = (props: { readonly name: string; readonly secret: string; readonly close: () => void }) => (
  <Dialog title={`The secret of “${props.name}”`} close={props.close} mustAnswer>
    <div class="secret">
      <p>Store it now: it is not shown again and cannot be looked up.</p>
      <div class="command">
        <code>{props.secret}</code>
        <CopyButton text={props.secret} what="the secret" />
      </div>
      <div class="buttons">
        <button type="button" class="primary" onClick={props.close}>
          I have stored it
        </button>
      </div>
    </div>
  </Dialog>
)
