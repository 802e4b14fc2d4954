/** A row as a driver returns it. */
export type Row = Readonly<Record<string, unknown>>

/** A row of `code`. */
export interface CodeRow {
  readonly workspace_id: string
  readonly created_by: string
  readonly user_id: string | null
  readonly code_challenge: string
  readonly key_name: string
  readonly expires_at: number
  readonly redeemed_at: number | null
  readonly failures: number
}

/** The caller in a row of `identify`; null if the key is disabled or expired. */
export const principalOf = (row: Row | undefined, now: number) => {
  if (row === undefined || row["disabled"] || (row["expires_at"] !== null && Number(row["expires_at"]) <= now))
    return null
  return {
    kind: row["is_management"] ? "management" : "ordinary",
    organizationId: row["organization_id"],
    workspaceId: row["workspace_id"],
    userId: row["creator_user_id"],
    keyHash: row["hash"]
  }
}

const timeOf = (value: unknown) => (value === null ? null : new Date(Number(value)))

/** A row of `update` with its amounts as bigints, its flags as booleans and its times as times. */
export const keyOf = (row: Row): Row => {
  const key: Record<string, unknown> = { ...row }
  const { limit, usage } = row
  key["limit"] = typeof limit === "string" ? BigInt(limit) : null
  key["usage"] = typeof usage === "string" ? usage.split(",").map(BigInt) : null
  for (const name of ["disabled", "include_byok_in_limit", "is_management"]) key[name] = Boolean(row[name])
  for (const name of ["created_at", "updated_at", "expires_at"]) key[name] = timeOf(row[name])
  return key
}
