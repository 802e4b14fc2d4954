import * as Struct from "effect/Struct"
import { ofWorkspace, records } from "../records/Records.js"
import type { KeyHash } from "../values/KeyHash.js"
import { ApiKeyPatch } from "./ApiKey.js"
import { KeyRecord } from "./KeyRecord.js"

const inWorkspace = ofWorkspace("keys")

export const keyRecords = records({
  table: "api_keys",
  record: KeyRecord,
  view: Struct.keys(KeyRecord.fields),
  key: "hash",
  references: ({ workspace_id }) => [["workspaces", workspace_id]],
  identify: (_: KeyHash) => "hash",
  patchable: [...Struct.keys(ApiKeyPatch.fields), "updated_at"],
  sortBy: [
    ["created_at", "DESC"],
    ["hash", "ASC"]
  ],
  // Databases count the enabled keys, not the disabled ones.
  filters: ["workspace_id", "disabled"],
  listName: ({ disabled, workspace_id }) => `${disabled === false ? "enabled " : ""}${inWorkspace({ workspace_id })}`
})
