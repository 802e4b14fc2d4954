import { fieldIssue } from "../../reading/issues.js"
import { AmountField } from "../../ui/AmountField.js"
import { amountOf, amountProblem } from "../../ui/amountOf.js"
import { Field } from "../../ui/Field.js"
import { isoOf } from "./localTime.js"

/** What a form of a key has, as it was typed. */
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

/** What was typed, as the API takes it; null if the limit is no amount. */
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
          hint="Empty is no limit. 0 blocks all spending."
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
      <Field label="Expires" hint="In your zone. Empty is never." problem={fieldIssue(failure, "expires_at")}>
        {(field) => (
          <input
            {...field}
            type="datetime-local"
            value={typed.expires}
            onInput={({ currentTarget }) => set({ expires: currentTarget.value })}
          />
        )}
      </Field>
    </>
  )
}
