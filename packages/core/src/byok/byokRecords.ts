import * as Struct from "effect/Struct"
import { ofWorkspace, records } from "../records/Records.js"
import { ByokCredential, type ByokId } from "./ByokCredential.js"
import { ByokRecord } from "./ByokRecord.js"

const inWorkspace = ofWorkspace("credentials")

export const byokRecords = records({
  table: "byok_credentials",
  record: ByokRecord,
  view: Struct.keys(ByokCredential.fields),
  key: "id",
  references: ({ workspace_id }) => [["workspaces", workspace_id]],
  identify: (_: ByokId) => "id",
  // `sealed` and `label` change together.
  patchable: Struct.keys(
    Struct.omit(ByokRecord.fields, "id", "organization_id", "workspace_id", "provider", "created_at")
  ),
  sortBy: [
    ["provider", "ASC"],
    ["sort_order", "ASC"],
    ["id", "ASC"]
  ],
  filters: ["workspace_id", "provider"],
  listName: ({ provider, workspace_id }) =>
    `${inWorkspace({ workspace_id })}${provider === undefined ? "" : ` for ${provider}`}`
})
