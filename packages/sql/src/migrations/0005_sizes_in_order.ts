import type { Migration } from "./Migration.js"

/** A list of rows of a table: SQL in which `ROW.` stands for the columns of a row. */
interface List {
  readonly name: string
  /** The condition for a row to be in the list. */
  readonly of?: string
}

/** Tables whose rows are in several lists. */
const tables: Readonly<Record<string, ReadonlyArray<List>>> = {
  api_keys: [
    { name: "'keys'" },
    { name: "'keys of ' || ROW.workspace_id" },
    { name: "'enabled keys'", of: "NOT ROW.disabled" },
    { name: "'enabled keys of ' || ROW.workspace_id", of: "NOT ROW.disabled" }
  ],
  byok_credentials: [
    { name: "'credentials'" },
    { name: "'credentials for ' || ROW.provider" },
    { name: "'credentials of ' || ROW.workspace_id" },
    { name: "'credentials of ' || ROW.workspace_id || ' for ' || ROW.provider" }
  ],
  presets: [{ name: "'presets'" }, { name: "'presets of ' || ROW.workspace_id" }]
}

const enabledKeys = [{ name: "'enabled keys'" }, { name: "'enabled keys of ' || ROW.workspace_id" }]

/** The lists of a row, in the one order in which every transaction locks their sizes. */
const listsOf = (row: string, lists: ReadonlyArray<List>, size: number) => {
  const values = lists.map(({ name, of = "TRUE" }) => `(${name}, ${of})`.replaceAll("ROW.", `${row}.`))
  return `SELECT ${row}.organization_id, its.list, ${size} FROM (VALUES ${values.join(", ")}) AS its (list, belongs)
    WHERE its.belongs ORDER BY its.list COLLATE "C"`
}

const lengthen = (row: string, lists: ReadonlyArray<List>) => `INSERT INTO list_sizes (organization_id, list, size)
    ${listsOf(row, lists, 1)}
    ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;`

// An UPDATE of several rows locks them in no certain order, so this is an INSERT, too.
const shorten = (row: string, lists: ReadonlyArray<List>) => `INSERT INTO list_sizes (organization_id, list, size)
    ${listsOf(row, lists, 0)}
    ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size - 1;
  DELETE FROM list_sizes WHERE organization_id = ${row}.organization_id AND size = 0
    AND list IN (${lists.map(({ name }) => name.replaceAll("ROW.", `${row}.`)).join(", ")});`

/** What the trigger of keys does when a key is created. */
export const lengthenKeys = lengthen("NEW", tables["api_keys"] ?? [])

/** What the trigger of keys does when a key is disabled or enabled. */
export const countMovedKey = `IF NEW.disabled THEN
  ${shorten("OLD", enabledKeys)}
  ELSE
  ${lengthen("NEW", enabledKeys)}
  END IF;`

export const replace = (name: string, body: string) =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  ${body}
  RETURN NULL;
END $$`

/**
 * PostgreSQL: triggers lock the sizes of a row's lists in the order of their names, in one statement, so that transactions
 * that create, disable and delete keys of an organization never deadlock. Disabling changes the lists of enabled keys alone.
 */
export const sizesInOrder: Migration = ({ name }) =>
  name === "postgres"
    ? [
        ...Object.entries(tables).flatMap(([table, lists]) => [
          replace(`${table}_added`, lengthen("NEW", lists)),
          replace(`${table}_deleted`, shorten("OLD", lists))
        ]),
        replace("api_keys_moved", countMovedKey)
      ]
    : []
