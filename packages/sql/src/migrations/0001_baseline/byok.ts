import { counting } from "./counting.js"
import { type Dialect, inWorkspace } from "./dialects.js"

/** Provider credentials by provider, then in their order: of an organization and of a workspace. */
export const byok = (dialect: Dialect) => {
  const { bytes, count, flag, jsonArrayOrNull, table, text, textOf, time, uuid } = dialect
  return [
    table(
      "byok_credentials",
      uuid("id"),
      uuid("organization_id"),
      uuid("workspace_id"),
      textOf(255)("provider"),
      bytes("sealed"),
      text("label"),
      textOf(255)("name", "NULL"),
      flag("disabled"),
      flag("is_fallback"),
      count("sort_order"),
      time("created_at"),
      jsonArrayOrNull("allowed_models"),
      jsonArrayOrNull("allowed_api_key_hashes"),
      jsonArrayOrNull("allowed_user_ids"),
      "PRIMARY KEY (id)",
      inWorkspace
    ),
    `CREATE INDEX byok_credentials_by_provider ON byok_credentials (organization_id, provider, sort_order, id)`,
    `CREATE INDEX byok_credentials_of_workspace
  ON byok_credentials (organization_id, workspace_id, provider, sort_order, id)`,
    ...counting(dialect, {
      table: "byok_credentials",
      lists: [
        { name: "'credentials'" },
        { name: "'credentials for ' || ROW.provider" },
        { name: "'credentials of ' || ROW.workspace_id" },
        { name: "'credentials of ' || ROW.workspace_id || ' for ' || ROW.provider" }
      ]
    })
  ]
}
