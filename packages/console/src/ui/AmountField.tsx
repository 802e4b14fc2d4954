import { Field } from "./Field.js"

/** A field for an amount in USD. */
export const AmountField = (props: {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly change: (typed: string) => void
  readonly problem: string | null
}) => (
  <Field label={props.label} problem={props.problem} {...(props.hint === undefined ? {} : { hint: props.hint })}>
    {(field) => (
      <input
        {...field}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={props.value}
        onInput={(event) => props.change(event.currentTarget.value)}
      />
    )}
  </Field>
)
