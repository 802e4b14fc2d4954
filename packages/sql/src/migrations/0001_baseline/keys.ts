import { counting, lengthen, shorten } from "./counting.js"
import { type Dialect, inWorkspace } from "./dialects.js"
import { UNSET } from "./meta.js"

/**
 * API keys and their secrets. The `hash` of a key is the SHA-256 of its first secret; the number of a key is not used again, even if the key is
 * deleted. The time of the last use changes more often than keys are sorted by it.
 */
export const keys = (dialect: Dialect) => {
  const { hash, isPostgres, number, table, textOf, time, uuid, withoutRowid } = dialect
  return [
    keysTable(dialect),
    // The target of foreign keys, which hold a key to the workspace of what references it.
    "CREATE UNIQUE INDEX api_keys_of_workspace ON api_keys (organization_id, workspace_id, hash)",
    "CREATE INDEX api_keys_management ON api_keys (organization_id) WHERE is_management",
    "CREATE INDEX api_keys_newest_first ON api_keys (organization_id, created_at DESC, hash)",
    "CREATE INDEX api_keys_of_workspace_newest_first ON api_keys (organization_id, workspace_id, created_at DESC, hash)",
    "CREATE INDEX api_keys_enabled_newest_first ON api_keys (organization_id, created_at DESC, hash) WHERE NOT disabled",
    `CREATE INDEX api_keys_enabled_of_workspace_newest_first
  ON api_keys (organization_id, workspace_id, created_at DESC, hash) WHERE NOT disabled`,
    "CREATE INDEX api_keys_enabled_of_user ON api_keys (organization_id, creator_user_id, hash) WHERE NOT disabled",
    "CREATE UNIQUE INDEX api_keys_by_external_id ON api_keys (organization_id, external_id) WHERE external_id IS NOT NULL",
    // Keys whose budget is used up from the beginning.
    'CREATE INDEX api_keys_without_budget ON api_keys (organization_id) WHERE "limit" = 0',
    "CREATE INDEX api_keys_by_name ON api_keys (organization_id, name, hash)",
    // By their last use, those never used last: SQLite reads one index in both directions so, PostgreSQL needs one for each.
    "CREATE INDEX api_keys_by_use ON api_keys (organization_id, last_used_at, hash)",
    ...(isPostgres
      ? ["CREATE INDEX api_keys_by_latest_use ON api_keys (organization_id, last_used_at DESC NULLS LAST, hash DESC)"]
      : []),
    ...counting(dialect, counted),
    table(
      "key_secrets",
      hash("secret_hash"),
      number("key_id"),
      // The instant from which the secret is refused; null if it has no end.
      time("until", "NULL"),
      "PRIMARY KEY (secret_hash)",
      "FOREIGN KEY (key_id) REFERENCES api_keys (id) ON DELETE CASCADE"
    ) + withoutRowid,
    "CREATE INDEX key_secrets_of_key ON key_secrets (key_id)",
    ...afterInsert(dialect),
    ...(isPostgres ? [] : [terms]),
    // How the secrets of imported keys begin.
    table(
      "key_prefixes",
      uuid("organization_id"),
      textOf(64)("prefix"),
      "PRIMARY KEY (organization_id, prefix)",
      "FOREIGN KEY (organization_id) REFERENCES organizations (id)"
    ) + withoutRowid,
    "CREATE INDEX key_prefixes_in_order ON key_prefixes (prefix)"
  ]
}

const keysTable = ({
  amount,
  count,
  flag,
  id,
  isPostgres,
  jsonObject,
  hash,
  uuid,
  oneOf,
  table,
  text,
  textOf,
  time
}: Dialect) =>
  table(
    "api_keys",
    isPostgres ? "id BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE" : id,
    hash("hash"),
    uuid("organization_id"),
    uuid("workspace_id"),
    textOf(255)("creator_user_id"),
    flag("is_management"),
    // Only of management keys.
    flag("is_read_only"),
    textOf(255)("name"),
    text("label"),
    flag("disabled"),
    amount('"limit"', "NULL"),
    oneOf("daily", "weekly", "monthly")("limit_reset", "NULL"),
    flag("include_byok_in_limit"),
    time("created_at"),
    time("updated_at"),
    time("expires_at", "NULL"),
    `${jsonObject("metadata")} DEFAULT '{}'`,
    textOf(255)("external_id", "NULL"),
    textOf(255)("created_by", "NULL"),
    time("last_used_at", "NULL"),
    count("max_in_flight", "NULL"),
    isPostgres ? "PRIMARY KEY (hash)" : "UNIQUE (hash)",
    inWorkspace
  )

const all = [{ name: "'keys'" }, { name: "'keys of ' || ROW.workspace_id" }]
const enabled = [{ name: "'enabled keys'" }, { name: "'enabled keys of ' || ROW.workspace_id" }]
const lists = [...all, ...enabled.map(({ name }) => ({ name, of: "NOT ROW.disabled" }))]

/**
 * PostgreSQL: a transaction that inserts or disables many keys changes the sizes of their lists itself, once for each list, and says so by
 * a setting of its own. Each key for itself would leave a version of the same rows, through all of which the next one looks.
 */
const unlessCounted = (body: string) => `IF current_setting('tollgate.counted', TRUE) = 'on' THEN
    RETURN NULL;
  END IF;
  ${body}`

const counted = {
  table: "api_keys",
  changing: "disabled",
  lists,
  onPostgres: {
    added: unlessCounted(lengthen(lists)),
    // Disabling changes the lists of enabled keys alone.
    moved: unlessCounted(`IF NEW.disabled THEN
  ${shorten(enabled)}
  ELSE
  ${lengthen(enabled)}
  END IF;`)
  }
}

/** Distinguishes a database that lost its keys from a new one. */
const remember = `UPDATE tollgate_meta SET value = NEW.hash
  WHERE name = 'first_management_key' AND value = '${UNSET}'`

/** The first secret of a key is stored by the statement that stores the key. */
const storeFirst = "INSERT INTO key_secrets (secret_hash, key_id) VALUES (NEW.hash, NEW.id)"

const afterInsert = ({ isPostgres }: Dialect) =>
  isPostgres
    ? [
        `CREATE FUNCTION tollgate_first_management() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${remember}; RETURN NULL; END $$`,
        `CREATE TRIGGER api_keys_first_management AFTER INSERT ON api_keys FOR EACH ROW WHEN (NEW.is_management)
  EXECUTE FUNCTION tollgate_first_management()`,
        `CREATE FUNCTION api_keys_first_secret() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${storeFirst}; RETURN NULL; END $$`,
        `CREATE TRIGGER api_keys_first_secret AFTER INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION api_keys_first_secret()`
      ]
    : [
        `CREATE TRIGGER api_keys_first_management AFTER INSERT ON api_keys WHEN NEW.is_management BEGIN ${remember}; END`,
        `CREATE TRIGGER api_keys_first_secret AFTER INSERT ON api_keys BEGIN ${storeFirst}; END`
      ]

/** The columns of a key that can change and that an admission shows: all but the time of its last use, which is no change of the account. */
const shown = [
  ...["name", "label", "disabled", "expires_at", '"limit"', "limit_reset", "include_byok_in_limit", "metadata"],
  ...["external_id", "max_in_flight", "updated_at"]
]

const windows = ["total", "daily", "weekly", "monthly"]

/** The limit of a key in a window. */
const limitIn = (window: string) =>
  `CASE WHEN NEW.limit_reset IS ${window === "total" ? "NULL" : `'${window}'`} THEN NEW."limit" END`

/** Tenths of a limit of the key that the stored amounts of its scope have reached: those of a window that is over count until the next act. */
const reachedIn = (window: string) => {
  const used = `own_spent_${window} + own_unknown_${window}
    + iif(NEW.include_byok_in_limit, byok_spent_${window} + byok_unknown_${window}, 0)`
  return `iif(NEW.limit_reset IS ${window === "total" ? "NULL" : `'${window}'`}, CAST(min(10, (${used}) * 10.0 / NEW."limit" + 1e-9) AS INTEGER), 0)`
}

const level = `CASE WHEN NEW."limit" IS NULL THEN 0 WHEN NEW."limit" = 0 THEN 10 ELSE
    ${windows.map(reachedIn).join("\n    + ")} END`

const judged = [
  ["include_byok", "NEW.include_byok_in_limit"],
  ["max_in_flight", "NEW.max_in_flight"],
  ...windows.map((window) => [`limit_${window}`, limitIn(window)])
]

const itsScope = `organization_id = NEW.organization_id AND subject = NEW.hash AND kind = 'key' AND guardrail_id = ''`

/**
 * SQLite: the scope of a key follows what admissions judge of its record, and its version rises with every change of what they show of it,
 * because processes cache the record by that version. On PostgreSQL, the statement that changes the record names both rows itself: a
 * trigger would lock the scope after the key, and settlements lock them in the other order.
 */
const terms = `CREATE TRIGGER api_keys_terms AFTER UPDATE OF ${shown.join(", ")} ON api_keys FOR EACH ROW
BEGIN
  UPDATE spending_scopes SET version = version + 1, ${judged.map(([name, value]) => `${name} = ${value}`).join(", ")},
    level = ${level}
  WHERE ${itsScope};
  INSERT INTO spending_scopes (organization_id, subject, kind, guardrail_id, version, day, holds, level, ${judged.map(([name]) => name).join(", ")})
  SELECT NEW.organization_id, NEW.hash, 'key', '', 1, NEW.updated_at / 86400000, 0, iif(NEW."limit" = 0, 10, 0), ${judged.map(([, value]) => value).join(", ")}
  WHERE NOT EXISTS (SELECT 1 FROM spending_scopes WHERE ${itsScope});
END`
