import type { Guardrail } from "@tollgate/client"
import { useSession } from "../../session/useSession.js"
import { windowText } from "../../ui/budgetWords.js"
import { WorkspaceName } from "../../ui/KeyName.js"
import { Money } from "../../ui/Money.js"
import { ShortId } from "../../ui/ShortId.js"
import type { Column } from "../../ui/Table.js"
import { PolicyList } from "./PolicyList.js"

/** Allowed and ignored models or providers. */
const Names = (props: {
  readonly allowed: ReadonlyArray<string> | null
  readonly ignored: ReadonlyArray<string> | null
}) => (
  <>
    {props.allowed === null ? <span class="quiet">all</span> : props.allowed.join(", ") || "none"}
    {props.ignored === null || props.ignored.length === 0 ? null : (
      <div class="quiet">not {props.ignored.join(", ")}</div>
    )}
  </>
)

const columns: ReadonlyArray<Column<Guardrail>> = [
  {
    title: "Name",
    isName: true,
    show: ({ description, name }) => (
      <>
        {name}
        {description === null ? null : <div class="quiet small">{description}</div>}
      </>
    )
  },
  { title: "Workspace", show: ({ workspace_id }) => <WorkspaceName id={workspace_id} /> },
  { title: "Limit", kind: "number", show: ({ limit_usd }) => <Money amount={limit_usd} none="–" /> },
  {
    title: "Window",
    kind: "fit",
    show: ({ reset_interval }) => (reset_interval === null ? "–" : windowText[reset_interval])
  },
  {
    title: "Models",
    show: ({ allowed_models, ignored_models }) => <Names allowed={allowed_models} ignored={ignored_models} />
  },
  {
    title: "Providers",
    show: ({ allowed_providers, ignored_providers }) => (
      <Names allowed={allowed_providers} ignored={ignored_providers} />
    )
  },
  { title: "Zero retention", show: ({ enforce_zdr }) => (enforce_zdr ? "required" : <span class="quiet">–</span>) },
  {
    title: "Max in flight",
    kind: "number",
    show: ({ max_in_flight }) => max_in_flight ?? <span class="quiet">–</span>
  },
  {
    title: "Id",
    kind: "fit",
    show: ({ id, name }) => <ShortId id={id} of={name} />
  }
]

export const Guardrails = () => {
  const { account } = useSession()
  return (
    <PolicyList
      what="guardrails"
      list={account.guardrails.list}
      columns={columns}
      keyOf={({ id }) => id}
      empty="There are no guardrails. A guardrail limits keys and users to models, providers and a budget."
      commands={[
        {
          what: "Create one:",
          text: 'tollgate guardrails create --name "Interns" --limit-usd 10 --reset-interval daily --allowed-models acme/writer'
        },
        { what: "Change one:", text: "tollgate guardrails update ID --limit-usd 20" },
        { what: "Assign it to keys:", text: "tollgate guardrails assign-keys ID --key-hashes HASH,HASH" },
        { what: "Assign it to users:", text: "tollgate guardrails assign-members ID --member-user-ids USER,USER" }
      ]}
    />
  )
}
