import type { Preset } from "@tollgate/client"
import { useSession } from "../../session/useSession.js"
import { Badge } from "../../ui/Badge.js"
import { WorkspaceName } from "../../ui/KeyName.js"
import type { Column } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { PolicyList } from "./PolicyList.js"

const columns: ReadonlyArray<Column<Preset>> = [
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
  { title: "Slug", show: ({ slug }) => <code>{slug}</code> },
  { title: "Workspace", show: ({ workspace_id }) => <WorkspaceName id={workspace_id} /> },
  { title: "State", show: ({ status }) => <Badge text={status} tone={status === "active" ? "good" : "plain"} /> },
  { title: "By", show: ({ creator_user_id }) => creator_user_id },
  { title: "Changed", kind: "fit", show: ({ updated_at }) => <Time at={updated_at} /> }
]

export const Presets = () => {
  const { account } = useSession()
  return (
    <PolicyList
      what="presets"
      list={account.presets.list}
      columns={columns}
      keyOf={({ id }) => id}
      empty="There are no presets. A preset is a named system prompt and configuration, in versions."
      commands={[
        {
          what: "Create one:",
          text: 'tollgate presets create --slug support --name "Support" --system-prompt @prompt.txt'
        },
        {
          what: "Add a version:",
          text: "tollgate presets create-version support --system-prompt @prompt.txt --config '{}'"
        },
        { what: "Disable one:", text: "tollgate presets update support --status disabled" }
      ]}
    />
  )
}
