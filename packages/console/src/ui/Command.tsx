import { CopyButton } from "./CopyButton.js"

/** A command to copy. */
export const Command = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div class="below">
    <p class="hint">{what}</p>
    <div class="command">
      <code>{text}</code>
      <CopyButton text={text} what={`“${text}”`} />
    </div>
  </div>
)
