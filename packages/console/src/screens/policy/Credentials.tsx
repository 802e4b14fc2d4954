import type { ByokCredential } from "@tollgate/client"
import { useSession } from "../../session/useSession.js"
import { Badge } from "../../ui/Badge.js"
import { WorkspaceName } from "../../ui/KeyName.js"
import { ShortId } from "../../ui/ShortId.js"
import type { Column } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { PolicyList } from "./PolicyList.js"

/** How many models, keys or users it is restricted to. */
const allowed = (names: ReadonlyArray<string> | null, unit: string) =>
  names === null ? <span class="quiet">all</span> : <span title={names.join(", ")}>{`${names.length} ${unit}`}</span>

const columns: ReadonlyArray<Column<ByokCredential>> = [
  { title: "Provider", isName: true, show: ({ provider }) => provider },
  { title: "Name", show: ({ name }) => name ?? <span class="quiet">–</span> },
  { title: "Label", show: ({ label }) => <code>{label}</code> },
  { title: "Workspace", show: ({ workspace_id }) => <WorkspaceName id={workspace_id} /> },
  {
    title: "State",
    show: ({ disabled, is_fallback }) => (
      <span class="badges">
        <Badge text={disabled ? "disabled" : "enabled"} tone={disabled ? "bad" : "good"} />
        {is_fallback ? <Badge text="fallback" /> : null}
      </span>
    )
  },
  { title: "Models", show: ({ allowed_models }) => allowed(allowed_models, "models") },
  { title: "Keys", show: ({ allowed_api_key_hashes }) => allowed(allowed_api_key_hashes, "keys") },
  { title: "Users", show: ({ allowed_user_ids }) => allowed(allowed_user_ids, "users") },
  { title: "Created", kind: "fit", show: ({ created_at }) => <Time at={created_at} /> },
  {
    title: "Id",
    kind: "fit",
    show: ({ id, provider }) => <ShortId id={id} of={provider} />
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
      empty="The organization has no provider credentials. Its requests use those of the gateway."
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
