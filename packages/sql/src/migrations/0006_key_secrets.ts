import { keyColumns, managementKeys, rememberFirstManagementKey } from "./0001_accounts/keys.js"
import { countedKeys, keyIndexes } from "./0002_management/keys.js"
import { inWorkspace } from "./columns.js"
import type { Migration, MigrationDialect } from "./Migration.js"

/**
 * Numbers the keys. No number is used twice, even if its key is deleted. SQLite cannot add a primary key to a table, so the
 * table is created again; no foreign key references it yet.
 */
const numbers = ({ columns, counting, name }: MigrationDialect): ReadonlyArray<string> => {
  if (name === "postgres") {
    return [
      // Others may create keys until the trigger is there. A weaker lock would have to be strengthened, which can deadlock.
      "LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE",
      "ALTER TABLE api_keys ADD COLUMN id BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE"
    ]
  }
  const definitions = keyColumns(columns)
  const list = definitions.map((definition) => definition.split(" ", 1)[0]).join(", ")
  return [
    "ALTER TABLE api_keys RENAME TO api_keys_before",
    columns.table("api_keys", "id INTEGER PRIMARY KEY AUTOINCREMENT", ...definitions, "UNIQUE (hash)", inWorkspace),
    `INSERT INTO api_keys (${list}) SELECT ${list} FROM api_keys_before ORDER BY created_at, hash`,
    "DROP TABLE api_keys_before",
    managementKeys,
    ...keyIndexes,
    ...rememberFirstManagementKey.sqlite,
    // The sizes of the lists stay.
    ...counting(countedKeys).filter((statement) => statement.startsWith("CREATE TRIGGER"))
  ]
}

/** The first secret of a key is stored by the statement that stores the key. */
const first = "INSERT INTO key_secrets (secret_hash, key_id) VALUES (NEW.hash, NEW.id)"

const storeFirst = {
  sqlite: [`CREATE TRIGGER api_keys_first_secret AFTER INSERT ON api_keys BEGIN ${first}; END`],
  postgres: [
    `CREATE FUNCTION api_keys_first_secret() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${first}; RETURN NULL; END $$`,
    `CREATE TRIGGER api_keys_first_secret AFTER INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION api_keys_first_secret()`
  ]
}

/**
 * The secrets of keys, each by its SHA-256, with the instant from which it is refused (null if it has no end). The `hash` of a
 * key is the SHA-256 of its first secret.
 */
export const keySecrets: Migration = (dialect) => {
  const { hash, number, table, time } = dialect.columns
  const secrets = table(
    "key_secrets",
    hash("secret_hash"),
    number("key_id"),
    time("until", "NULL"),
    "PRIMARY KEY (secret_hash)",
    "FOREIGN KEY (key_id) REFERENCES api_keys (id) ON DELETE CASCADE"
  )
  return [
    ...numbers(dialect),
    // Without a rowid, a look-up by the primary key reads one tree in place of two.
    dialect.name === "sqlite" ? `${secrets}, WITHOUT ROWID` : secrets,
    "INSERT INTO key_secrets (secret_hash, key_id) SELECT hash, id FROM api_keys ORDER BY hash",
    "CREATE INDEX key_secrets_of_key ON key_secrets (key_id)",
    ...storeFirst[dialect.name]
  ]
}
