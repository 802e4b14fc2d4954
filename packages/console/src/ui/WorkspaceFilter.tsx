import { ChoiceFilter } from "./Filter.js"
import { useWorkspaces } from "./KeyName.js"

/** A workspace to filter by. The address has its id. */
export const WorkspaceFilter = () => (
  <ChoiceFilter
    name="workspace"
    label="Workspace"
    all="All"
    choices={useWorkspaces().map(({ id, name }) => [id, name] as const)}
  />
)
