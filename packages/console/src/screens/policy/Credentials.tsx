import type { ByokCredential } from "@tollgate/client"
import { useSession } from "../../session/useSession.js"
import { Badge } from "../../ui/Badge.js"
import { CopyButton } from "../../ui/CopyButton.js"
import { WorkspaceName } from "../../ui/KeyName.js"
import type { Column } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { PolicyList } from "./PolicyList.js"

/** How many of a list may use it. */
const few = (names: ReadonlyArray<string> | null, one: string) =>
  names === null ? <span class="quiet">all</span> : <span title={names.join(", ")}>{`${names.length} ${one}`}</span>

const columns: ReadonlyArray<Column<ByokCredential>> = [
  { title: "Provider", isName: true, show: ({ provider }) => provider },
  { title: "Name", show: ({ name }) => name ?? <span class="quiet">–</span> },
  { title: "Label", show: ({ label }) => <code>{label}</code> },
  { title: "Workspace", show: ({ workspace_id }) => <WorkspaceName id={workspace_id} /> },
  {
    title: "State",
    show: ({ disabled, is_fallback }) => (
      <>
        <Badge text={disabled ? "disabled" : "enabled"} tone={disabled ? "bad" : "good"} />
        {is_fallback ? <Badge text="fallback" /> : null}
      </>
    )
  },
  { title: "Models", show: ({ allowed_models }) => few(allowed_models, "models") },
  { title: "Keys", show: ({ allowed_api_key_hashes }) => few(allowed_api_key_hashes, "keys") },
  { title: "Users", show: ({ allowed_user_ids }) => few(allowed_user_ids, "users") },
  { title: "Created", kind: "fit", show: ({ created_at }) => <Time at={created_at} /> },
  {
    title: "Id",
    kind: "fit",
    show: ({ id, provider }) => (
      <span class="named">
        <code title={id}>{id.slice(0, 8)}</code>
        <CopyButton text={id} what={`the id of ${provider}`} />
      </span>
    )
  }
]

export const Credentials = () => {
  const { account } = useSession()
  return (
    <PolicyList
      what="credentials"
      list={account.byok.list}
      columns={columns}
      keyOf={({ id }) => id}
      empty="There is no credential of the organization at a provider: requests go through those of the gateway."
      commands={[
        {
          what: "Add one. The command asks for the secret:",
          text: 'tollgate byok create --provider openai --name "Team"'
        },
        { what: "Disable one:", text: "tollgate byok update ID --disabled" }
      ]}
    />
  )
}
