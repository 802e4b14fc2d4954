/** Workspaces of an organization, newest first. */
export const workspaces = () => ({
  statements: [`CREATE INDEX workspaces_newest_first ON workspaces (organization_id, created_at DESC, id)`],
  counted: [{ table: "workspaces", lists: [{ name: "'workspaces'" }] }]
})
