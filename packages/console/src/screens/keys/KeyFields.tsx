import { fieldIssue } from "../../reading/issues.js"
import { AmountField } from "../../ui/AmountField.js"
import { amountOf, amountProblem } from "../../ui/amountOf.js"
import { Field } from "../../ui/Field.js"
import { isoOf, LATEST } from "./localTime.js"

/** The fields of a form of a key, as typed. */
export interface KeyTyped {
  readonly name: string
  readonly limit: string
  readonly reset: string
  readonly expires: string
}

/** Windows of a limit, and their words. */
const resets = [
  ["", "Never"],
  ["daily", "Every day"],
  ["weekly", "Every week, on Monday"],
  ["monthly", "Every month"]
] as const

/** The fields as the API takes them; null if the limit is not an amount. */
export const keyTermsOf = ({ expires, limit, name, reset }: KeyTyped) => {
  const amount = amountOf(limit)
  if (amount === undefined) return null
  const limit_reset = resets.map(([value]) => value).find((value) => value === reset)
  return { name, limit: amount, limit_reset: limit_reset || null, expires_at: isoOf(expires) }
}

/** Name, limit, reset and expiry of a key. */
export const KeyFields = (props: {
  readonly typed: KeyTyped
  readonly change: (typed: KeyTyped) => void
  readonly failure: unknown
}) => {
  const { change, failure, typed } = props
  const set = (part: Partial<KeyTyped>) => change({ ...typed, ...part })
  const isOdd = amountOf(typed.limit) === undefined
  return (
    <>
      <Field label="Name" problem={fieldIssue(failure, "name")}>
        {(field) => (
          <input
            {...field}
            type="text"
            autoComplete="off"
            value={typed.name}
            onInput={({ currentTarget }) => set({ name: currentTarget.value })}
          />
        )}
      </Field>
      <div class="pair">
        <AmountField
          label="Limit in USD"
          hint="Leave it empty for no limit. 0 blocks all spending."
          value={typed.limit}
          change={(limit) => set({ limit })}
          problem={isOdd ? amountProblem : fieldIssue(failure, "limit")}
        />
        <Field label="Resets" hint="At midnight UTC." problem={fieldIssue(failure, "limit_reset")}>
          {(field) => (
            <select
              {...field}
              value={typed.reset}
              onChange={({ currentTarget }) => set({ reset: currentTarget.value })}
            >
              {resets.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field
        label="Expires"
        hint="In your time zone. Leave it empty for a key that does not expire."
        problem={fieldIssue(failure, "expires_at")}
      >
        {(field) => (
          <input
            {...field}
            type="datetime-local"
            max={LATEST}
            value={typed.expires}
            onInput={({ currentTarget }) => set({ expires: currentTarget.value })}
          />
        )}
      </Field>
    </>
  )
}
