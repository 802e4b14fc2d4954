import type { HoldWithCorrections } from "@tollgate/client"
import { useState } from "preact/hooks"
import { fieldIssue } from "../../reading/issues.js"
import { useChange } from "../../reading/useChange.js"
import { useSession } from "../../session/useSession.js"
import { say } from "../../shell/notices.js"
import { AmountField } from "../../ui/AmountField.js"
import { amountOf, amountProblem } from "../../ui/amountOf.js"
import { Dialog } from "../../ui/Dialog.js"
import { dollars } from "../../ui/dollars.js"
import { Field } from "../../ui/Field.js"
import { Form } from "../../ui/Form.js"

/** What is known of the request whose cost is stated. */
interface Of {
  readonly id: string
  readonly amount: number
  readonly cost: number | null
}

/** States the cost of a request: of an unknown one for the first time, of a settled one anew. */
export const StateCost = (props: {
  readonly act: "reconcile" | "correct"
  readonly of: Of
  readonly close: () => void
}) => {
  const { act, close, of } = props
  const { account } = useSession()
  const [cost, setCost] = useState("")
  const [reason, setReason] = useState("")
  const [isOdd, setIsOdd] = useState(false)
  const isReconciling = act === "reconcile"
  const change = useChange(
    (input: { readonly cost: number; readonly reason: string }, options) =>
      isReconciling
        ? account.spending.reconcile(of.id, input, options)
        : account.spending.correct(of.id, input, options),
    ({ data }: HoldWithCorrections) => {
      say(`The request costs ${dollars(data.cost ?? 0)} now.`)
      close()
    }
  )
  const submit = () => {
    const amount = amountOf(cost)
    setIsOdd(amount === undefined || amount === null)
    if (amount !== undefined && amount !== null) change.submit({ cost: amount, reason })
  }
  return (
    <Dialog
      title={isReconciling ? "Reconcile an unknown request" : "Correct a cost"}
      close={close}
      mustAnswer={change.isBusy}
    >
      <Form
        {...change}
        submit={submit}
        fields={["cost", "reason"]}
        action={isReconciling ? "Reconcile" : "Correct"}
        cancel={close}
      >
        <p>
          {isReconciling
            ? `${dollars(of.amount)} was held. State the amount that the provider billed, from its dashboard or invoice, or 0.`
            : `It was settled with ${dollars(of.cost ?? 0)}. State its actual cost.`}
        </p>
        <AmountField
          label="Cost in USD"
          value={cost}
          change={setCost}
          problem={isOdd ? amountProblem : fieldIssue(change.failure, "cost")}
        />
        <Field label="Why" hint="Recorded in the audit log." problem={fieldIssue(change.failure, "reason")}>
          {(field) => (
            <textarea {...field} value={reason} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
