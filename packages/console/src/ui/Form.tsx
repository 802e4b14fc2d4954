import type { ComponentChildren } from "preact"
import { issuesOf, otherIssues } from "../reading/issues.js"
import { changeText } from "../reading/refusalText.js"

/** Why the API has refused a form, but for what its fields show. */
const Failure = ({ failure, fields }: { readonly failure: unknown; readonly fields: ReadonlyArray<string> }) => {
  const others = otherIssues(failure, fields)
  const hasIssues = issuesOf(failure).length > 0
  const texts = others.length > 0 ? others : [hasIssues ? "Correct the fields that are marked." : changeText(failure)]
  return (
    <div class="failed" role="alert">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}

/** A form: its fields, what the API has refused, and its buttons. */
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
        // A time that is typed in part has no value: it would be taken for none. The browser says so beside the field.
        if (!isOff && event.currentTarget.reportValidity()) submit()
      }}
    >
      {children}
      {failure === null ? null : <Failure failure={failure} fields={fields} />}
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
