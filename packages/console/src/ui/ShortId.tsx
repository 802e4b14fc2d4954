import { CopyButton } from "./CopyButton.js"

/** The beginning of an id, and a button that copies the whole of it for a command. */
export const ShortId = ({ id, of }: { readonly id: string; readonly of: string }) => (
  <span class="named">
    <code title={id}>{id.slice(0, 8)}</code>
    <CopyButton text={id} what={`the id of ${of}`} />
  </span>
)
