/** Keys of an organization and of a workspace, newest first, and the enabled ones among them. */
export const keyIndexes = [
  `CREATE INDEX api_keys_newest_first ON api_keys (organization_id, created_at DESC, hash)`,
  `CREATE INDEX api_keys_of_workspace_newest_first ON api_keys (organization_id, workspace_id, created_at DESC, hash)`,
  `CREATE INDEX api_keys_enabled_newest_first ON api_keys (organization_id, created_at DESC, hash) WHERE NOT disabled`,
  `CREATE INDEX api_keys_enabled_of_workspace_newest_first
  ON api_keys (organization_id, workspace_id, created_at DESC, hash) WHERE NOT disabled`
]

/** The lists of keys. */
export const countedKeys = {
  table: "api_keys",
  changing: ["disabled"],
  lists: [
    { name: "'keys'" },
    { name: "'keys of ' || ROW.workspace_id" },
    { name: "'enabled keys'", of: "NOT ROW.disabled" },
    { name: "'enabled keys of ' || ROW.workspace_id", of: "NOT ROW.disabled" }
  ]
}

export const keys = () => ({
  // Another index begins with the same columns as the dropped one.
  statements: [...keyIndexes, `DROP INDEX api_keys_of_workspace`],
  counted: [countedKeys]
})
