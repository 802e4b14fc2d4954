/** Organizations by name, and the users of each, newest first. */
export const organizations = () => ({
  statements: [
    `CREATE INDEX organizations_by_name ON organizations (name, id)`,
    `CREATE INDEX organization_members_newest_first ON organization_members (organization_id, created_at DESC, id)`
  ],
  counted: [{ table: "organization_members", lists: [{ name: "'members'" }] }]
})
