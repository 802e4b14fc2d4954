import { randomUUID } from "node:crypto"
import { openByHand } from "../storage/openByHand.js"

const numbers = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @count)"
const organization = "(SELECT organization_id FROM workspaces WHERE id = @workspace)"

const statements = [
  `${numbers} INSERT INTO organization_members (id, organization_id, user_id, role, created_at)
    SELECT uuid(), ${organization}, 'user-' || n, 'member', @now FROM numbers`,
  `${numbers} INSERT INTO workspace_members (id, organization_id, workspace_id, user_id, role, created_at)
    SELECT uuid(), ${organization}, @workspace, 'user-' || n, 'member', @now FROM numbers`,
  "UPDATE workspaces SET member_count = member_count + @count WHERE id = @workspace"
]

/** Adds so many members to a workspace and its organization, by hand: one by one, a million would take minutes. */
export const fill = (file: string, workspace: string, count: number): void => {
  const db = openByHand(file)
  db.function("uuid", { deterministic: false }, () => randomUUID())
  const values = { workspace, count, now: Date.now() }
  db.transaction(() => {
    for (const statement of statements) db.prepare(statement).run(values)
  })()
  db.close()
}
