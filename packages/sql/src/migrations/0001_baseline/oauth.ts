import { type Dialect, inWorkspace } from "./dialects.js"

/** Authorization codes. A used code names its key, which may be stored after the code. */
export const oauth = ({ amount, count, hash, oneOf, table, textOf, time, uuid }: Dialect) => [
  table(
    "authorization_codes",
    hash("hash"),
    uuid("organization_id"),
    uuid("workspace_id"),
    textOf(255)("user_id", "NULL"),
    textOf(255)("created_by"),
    textOf(2048)("callback_url"),
    textOf(128, 43)("code_challenge", "NULL"),
    oneOf("S256", "plain")("code_challenge_method", "NULL"),
    textOf(255)("key_name"),
    amount("key_limit", "NULL"),
    oneOf("daily", "weekly", "monthly")("key_limit_reset", "NULL"),
    time("key_expires_at", "NULL"),
    time("created_at"),
    time("expires_at"),
    count("failures"),
    time("redeemed_at", "NULL"),
    hash("redeemed_key_hash", "NULL"),
    "PRIMARY KEY (hash)",
    "CHECK ((code_challenge IS NULL) = (code_challenge_method IS NULL))",
    "CHECK ((redeemed_at IS NULL) = (redeemed_key_hash IS NULL))",
    inWorkspace
  ),
  `CREATE INDEX authorization_codes_of_workspace ON authorization_codes (organization_id, workspace_id)`,
  `CREATE INDEX authorization_codes_by_expiry ON authorization_codes (expires_at)`
]
