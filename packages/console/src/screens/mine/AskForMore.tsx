import { useState } from "preact/hooks"
import { fieldIssue } from "../../reading/issues.js"
import { useChange } from "../../reading/useChange.js"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { say } from "../../shell/notices.js"
import { AmountField } from "../../ui/AmountField.js"
import { amountOf, amountProblem } from "../../ui/amountOf.js"
import { Badge } from "../../ui/Badge.js"
import { Dialog } from "../../ui/Dialog.js"
import { Empty } from "../../ui/Empty.js"
import { Field } from "../../ui/Field.js"
import { Form } from "../../ui/Form.js"
import { Loaded } from "../../ui/Loaded.js"
import { Money } from "../../ui/Money.js"
import { Section } from "../../ui/Section.js"
import { Table } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { requestTone } from "../asked/requestTone.js"

const Ask = ({ close }: { readonly close: () => void }) => {
  const { account } = useSession()
  const [usd, setUsd] = useState("")
  const [reason, setReason] = useState("")
  const [isOdd, setIsOdd] = useState(false)
  const change = useChange(account.budgets.requests.create, () => {
    say("You have asked for more. A manager will approve or refuse the request.")
    close()
  })
  const submit = () => {
    const amount = amountOf(usd)
    setIsOdd(amount === undefined || amount === null)
    if (amount !== undefined && amount !== null) change.submit({ usd: amount, reason })
  }
  return (
    <Dialog title="Ask for more" close={close} mustAnswer={change.isBusy}>
      <Form {...change} submit={submit} fields={["usd", "reason"]} action="Ask" cancel={close}>
        <AmountField
          label="Amount in USD"
          hint="Added to the limit of the key until its window ends."
          value={usd}
          change={setUsd}
          problem={isOdd ? amountProblem : fieldIssue(change.failure, "usd")}
        />
        <Field label="Why" problem={fieldIssue(change.failure, "reason")}>
          {(field) => <textarea {...field} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />}
        </Field>
      </Form>
    </Dialog>
  )
}

/** Requests of this key for a higher limit, and a button to ask. */
export const AskForMore = ({ limit }: { readonly limit: number | null }) => {
  const { account } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const asked = useRead((signal) => account.budgets.requests.own({ limit: 10 }, { signal }))
  return (
    <Section
      title="Asked for"
      actions={
        limit === null ? undefined : (
          <button type="button" class="primary" onClick={() => setIsOpen(true)}>
            Ask for more
          </button>
        )
      }
    >
      <Loaded reading={asked} what="the requests for more">
        {({ data }) =>
          data.length === 0 ? (
            <Empty>
              {limit === null
                ? "This key has no limit of its own to raise."
                : "No requests for more yet. If the limit of this key is too low, ask for more."}
            </Empty>
          ) : (
            <Table
              caption="Requests for more"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { title: "When", isName: true, show: ({ created_at }) => <Time at={created_at} /> },
                { title: "Amount", kind: "number", show: ({ usd }) => <Money amount={usd} /> },
                { title: "Why", show: ({ reason }) => reason },
                { title: "State", show: ({ state }) => <Badge text={state} tone={requestTone[state]} /> },
                {
                  title: "Approved",
                  kind: "number",
                  show: ({ approved_usd }) => <Money amount={approved_usd} none="–" />
                },
                { title: "Until", show: ({ until }) => <Time at={until} /> },
                { title: "Decision", show: ({ decision }) => decision ?? <span class="quiet">–</span> }
              ]}
            />
          )
        }
      </Loaded>
      {isOpen ? <Ask close={() => setIsOpen(false)} /> : null}
    </Section>
  )
}
