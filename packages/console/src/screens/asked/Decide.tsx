import type { BudgetRequest } from "@tollgate/client"
import { useState } from "preact/hooks"
import { fieldIssue } from "../../reading/issues.js"
import { useChange } from "../../reading/useChange.js"
import { useSession } from "../../session/useSession.js"
import { say } from "../../shell/notices.js"
import { AmountField } from "../../ui/AmountField.js"
import { amountOf, amountProblem } from "../../ui/amountOf.js"
import { Dialog } from "../../ui/Dialog.js"
import { decimal, dollars } from "../../ui/dollars.js"
import { Field } from "../../ui/Field.js"
import { Form } from "../../ui/Form.js"
import { isoOf, LATEST } from "../keys/localTime.js"

const Why = (props: {
  readonly value: string
  readonly change: (text: string) => void
  readonly problem: string | null
}) => (
  <Field label="Why" hint="Optional. The holder of the key sees it." problem={props.problem}>
    {(field) => (
      <textarea {...field} value={props.value} onInput={({ currentTarget }) => props.change(currentTarget.value)} />
    )}
  </Field>
)

const whoOf = ({ key_name }: BudgetRequest) => (key_name === null ? "a deleted key" : `“${key_name}”`)

/** The reason as a field of the input, which a blank one omits. */
const stated = (reason: string) => (reason.trim() === "" ? {} : { reason: reason.trim() })

/** Approves a request for more with its amount or another one. */
export const Approve = ({ asked, close }: { readonly asked: BudgetRequest; readonly close: () => void }) => {
  const { account } = useSession()
  const [usd, setUsd] = useState(decimal(asked.usd))
  const [until, setUntil] = useState("")
  const [reason, setReason] = useState("")
  const amount = amountOf(usd)
  const change = useChange(
    (input: { readonly usd: number; readonly until?: string; readonly reason?: string }, options) =>
      account.budgets.requests.approve(asked.id, input, options),
    () => {
      say(`Approved: ${whoOf(asked)} may spend more from its next request on.`)
      close()
    }
  )
  const submit = () => {
    const at = isoOf(until)
    if (amount === undefined || amount === null) return
    change.submit({ usd: amount, ...(at === null ? {} : { until: at }), ...stated(reason) })
  }
  return (
    <Dialog title={`Approve more for ${whoOf(asked)}`} close={close} mustAnswer={change.isBusy}>
      <Form {...change} submit={submit} fields={["usd", "until", "reason"]} action="Approve" cancel={close}>
        <p>
          Asked for {dollars(asked.usd)}: {asked.reason}
        </p>
        <div class="pair">
          <AmountField
            label="Amount in USD"
            value={usd}
            change={setUsd}
            problem={amount === undefined || amount === null ? amountProblem : fieldIssue(change.failure, "usd")}
          />
          <Field
            label="Until"
            hint="Defaults to the end of the window, or to 24 hours from now for a lifetime limit."
            problem={fieldIssue(change.failure, "until")}
          >
            {(field) => (
              <input
                {...field}
                type="datetime-local"
                max={LATEST}
                value={until}
                onInput={({ currentTarget }) => setUntil(currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <Why value={reason} change={setReason} problem={fieldIssue(change.failure, "reason")} />
      </Form>
    </Dialog>
  )
}

/** Refuses a request for more. */
export const Refuse = ({ asked, close }: { readonly asked: BudgetRequest; readonly close: () => void }) => {
  const { account } = useSession()
  const [reason, setReason] = useState("")
  const change = useChange(
    (input: { readonly reason?: string }, options) => account.budgets.requests.refuse(asked.id, input, options),
    () => {
      say(`Refused. ${whoOf(asked)} keeps its limit, and may ask again.`)
      close()
    }
  )
  return (
    <Dialog title={`Refuse more for ${whoOf(asked)}`} close={close} mustAnswer={change.isBusy}>
      <Form
        {...change}
        submit={() => change.submit(stated(reason))}
        fields={["reason"]}
        action="Refuse"
        isDanger
        cancel={close}
      >
        <p>
          Asked for {dollars(asked.usd)}: {asked.reason}
        </p>
        <Why value={reason} change={setReason} problem={fieldIssue(change.failure, "reason")} />
      </Form>
    </Dialog>
  )
}
