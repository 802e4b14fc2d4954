import { refusalText } from "../reading/refusalText.js"

/** What failed, why, and a button that tries again. */
export const Failed = (props: { readonly what: string; readonly failure: unknown; readonly again?: () => void }) => (
  <div class="failed" role="alert">
    <p>
      <strong>{props.what}</strong> {refusalText(props.failure)}
    </p>
    {props.again === undefined ? null : (
      <button type="button" onClick={props.again}>
        Try again
      </button>
    )}
  </div>
)
