import type { ComponentChildren } from "preact"
import { otherIssues } from "../reading/issues.js"
import { refusalText } from "../reading/refusalText.js"

/** A form: its fields, what the API has refused beside them, and its buttons. */
export const Form = (props: {
  readonly submit: () => void
  readonly isBusy: boolean
  readonly failure: unknown
  /** The fields that show their own problems. */
  readonly fields: ReadonlyArray<string>
  readonly action: string
  readonly isDanger?: boolean
  readonly isOff?: boolean
  readonly cancel?: () => void
  readonly children: ComponentChildren
}) => {
  const { action, cancel, children, failure, fields, isBusy, isDanger, isOff, submit } = props
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOff) submit()
      }}
    >
      {children}
      {failure === null ? null : (
        <div class="failed" role="alert">
          <p>{refusalText(failure)}</p>
          {otherIssues(failure, fields).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      <div class="buttons">
        <button type="submit" class={isDanger ? "danger" : "primary"} disabled={isOff} aria-disabled={isBusy}>
          {isBusy ? "Sending …" : action}
        </button>
        {cancel === undefined ? null : (
          <button type="button" onClick={cancel} disabled={isBusy}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}
