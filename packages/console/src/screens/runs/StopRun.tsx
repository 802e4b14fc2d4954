import type { Run, RunStop } from "@tollgate/client"
import { useState } from "preact/hooks"
import { fieldIssue } from "../../reading/issues.js"
import { useChange } from "../../reading/useChange.js"
import { useSession } from "../../session/useSession.js"
import { say } from "../../shell/notices.js"
import { Dialog } from "../../ui/Dialog.js"
import { Field } from "../../ui/Field.js"
import { Form } from "../../ui/Form.js"

/** Stops a run, or resumes a stopped one. */
export const StopRun = ({ close, run }: { readonly run: Run; readonly close: () => void }) => {
  const { account } = useSession()
  const [reason, setReason] = useState("")
  const isStopping = run.state !== "stopped"
  const change = useChange(
    (input: RunStop, options) =>
      isStopping
        ? account.spending.runs.stop(run.path, input, options)
        : account.spending.runs.resume(run.path, input, options),
    ({ path, state }) => {
      say(`${path} is ${state}.`)
      close()
    }
  )
  const submit = () =>
    change.submit({ workspace_id: run.workspace_id, ...(reason.trim() === "" ? {} : { reason: reason.trim() }) })
  return (
    <Dialog title={`${isStopping ? "Stop" : "Resume"} ${run.path}`} close={close} mustAnswer={change.isBusy}>
      <Form
        {...change}
        submit={submit}
        fields={["reason"]}
        action={isStopping ? "Stop run" : "Resume run"}
        isDanger={isStopping}
        cancel={close}
      >
        <p>
          {isStopping
            ? "New requests in this run, and in the runs below it, are refused. Open requests continue to their end."
            : "Requests are admitted again, unless a run above it is stopped."}
        </p>
        <Field label="Why" hint="Recorded in the audit log." problem={fieldIssue(change.failure, "reason")}>
          {(field) => (
            <input
              {...field}
              type="text"
              autoComplete="off"
              value={reason}
              onInput={({ currentTarget }) => setReason(currentTarget.value)}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
