import { createHash } from "node:crypto"
import { openByHand } from "../storage/openByHand.js"
import { scopesOf, WORKSPACES } from "./scopesOf.js"

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

/** How `ours` names a key. */
const hashOf = (key: number) => String(key).padStart(64, "0")

/** Fills a file that has the tables with the scopes and names of this many keys, those of a key side by side, as their first holds would. */
export const fillScopes = (file: string, keys: number): void => {
  const db = openByHand(file)
  const insert = db.prepare(`INSERT INTO spending_scopes
    (organization_id, kind, guardrail_id, subject, version, day, holds, include_byok) VALUES (?, ?, ?, ?, 0, ?, 0, 0)`)
  const name = db.prepare("INSERT INTO spending_names (digest, name) VALUES (?, ?)")
  const day = Math.floor(Date.now() / 86_400_000)
  const create = (kind: string, number: number, guardrail = "") =>
    insert.run(uuid(1), kind, guardrail, String(number), day)
  db.transaction(() => {
    for (let n = 0; n < keys; n++) {
      const [key, guardedKey, member, workspace, organization] = scopesOf(n, keys)
      create("key", key)
      name.run(createHash("sha256").update(hashOf(key)).digest(), hashOf(key))
      create("guardrail_key", guardedKey, uuid(1))
      create("guardrail_member", member, uuid(2))
      if (n < WORKSPACES) create("workspace", workspace)
      if (n === 0) create("organization", organization)
    }
  })()
  db.close()
}
