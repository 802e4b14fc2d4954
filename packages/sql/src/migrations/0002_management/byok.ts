/** Provider credentials by provider, then in their order: of an organization and of a workspace. */
export const byok = () => ({
  statements: [
    `CREATE INDEX byok_credentials_by_provider ON byok_credentials (organization_id, provider, sort_order, id)`,
    `CREATE INDEX byok_credentials_of_workspace
  ON byok_credentials (organization_id, workspace_id, provider, sort_order, id)`,
    // Another index begins with the same columns.
    `DROP INDEX byok_credentials_in_order`
  ],
  counted: [
    {
      table: "byok_credentials",
      lists: [
        { name: "'credentials'" },
        { name: "'credentials for ' || ROW.provider" },
        { name: "'credentials of ' || ROW.workspace_id" },
        { name: "'credentials of ' || ROW.workspace_id || ' for ' || ROW.provider" }
      ]
    }
  ]
})
