import type { Round } from "../harness/alternate.js"
import type { Account } from "../storage/Account.js"
import { changeOf, insist } from "../storage/changes.js"
import { principalOf, type Row } from "../storage/rowByHand.js"
import { hashByHand } from "../storage/secretByHand.js"

const rowOf = (hash: string, organizationId: string): Row => ({
  ...{ hash, organization_id: organizationId, workspace_id: "workspace", creator_user_id: "owner" },
  ...{ name: "a key", label: "tg_sk_...", disabled: false, is_management: false, include_byok_in_limit: false },
  ...{ limit: null, limit_remaining: null, limit_reset: null, created_at: new Date(), updated_at: new Date() },
  ...{ usage: 0n, usage_daily: 0n, usage_weekly: 0n, usage_monthly: 0n, expires_at: null },
  ...{ byok_usage: 0n, byok_usage_daily: 0n, byok_usage_weekly: 0n, byok_usage_monthly: 0n }
})

/** The same two acts on a map of an account's keys, without isolation or rollback. */
export const memoryByHand = ({ keys, organizationId }: Account) => {
  const rows = new Map<string, Row>(keys.map(({ hash }) => [hash, rowOf(hash, organizationId)]))
  const nth = (n: number) => keys[n % keys.length] ?? { secret: "", hash: "" }

  const authenticate: Round = (acts) => {
    for (let n = 0; n < acts; n++) {
      const { hash, secret } = nth(n)
      const found = hashByHand(secret)
      const principal = found === null ? null : principalOf(rows.get(found), Date.now())
      insist(principal?.keyHash === hash)
    }
  }
  const updateKey: Round = (acts) => {
    for (let n = 0; n < acts; n++) {
      const { limit, name } = changeOf(n)
      const { hash } = nth(n)
      const row = rows.get(hash)
      insist(row?.["organization_id"] === organizationId)
      rows.set(hash, { ...row, name, limit, limit_remaining: limit, updated_at: new Date() })
      const key = { ...rows.get(hash) }
      insist(key["name"] === name && key["limit"] === limit)
    }
  }
  return { authenticate, updateKey }
}
