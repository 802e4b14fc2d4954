import type { Dialect } from "./dialects.js"

/** The size of each list of an organization. A list without a row is empty. */
export const listSizes = ({ count, table, text, uuid }: Dialect) => [
  table("list_sizes", uuid("organization_id"), text("list"), count("size"), "PRIMARY KEY (organization_id, list)")
]

/** A list of rows of a table: SQL in which `ROW.` stands for the columns of a row. */
export interface CountedList {
  /** An expression for the list's name, unique in its organization. */
  readonly name: string
  /** The condition for a row to be in the list. */
  readonly of?: string
}

/** A table whose rows are counted. */
interface Counted {
  readonly table: string
  /** A column that may change, and with it in which lists a row is. */
  readonly changing?: string
  readonly lists: ReadonlyArray<CountedList>
  /** What triggers of PostgreSQL do in place of what follows from the lists. */
  readonly onPostgres?: { readonly added: string; readonly moved: string }
}

/** The triggers that maintain the sizes of lists, so that no list is counted when it is read. */
export const counting = (dialect: Dialect, counted: Counted): ReadonlyArray<string> => {
  const { changing, table } = counted
  const { added, deleted, moved } = dialect.isPostgres ? postgresBodies(counted) : sqliteBodies(counted)
  const events = [
    { trigger: `${table}_added`, event: "INSERT", when: "TRUE", body: added },
    { trigger: `${table}_deleted`, event: "DELETE", when: "TRUE", body: deleted },
    {
      trigger: `${table}_moved`,
      event: `UPDATE OF ${changing}`,
      when: `OLD.${changing} IS DISTINCT FROM NEW.${changing}`,
      body: moved
    }
  ]
  return (changing === undefined ? events.slice(0, 2) : events).flatMap(({ body, event, trigger, when }) => {
    const start = `CREATE TRIGGER ${trigger} AFTER ${event} ON ${table}`
    if (!dialect.isPostgres) return [`${start} WHEN ${when} BEGIN\n  ${body}\nEND`]
    return [
      `CREATE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN\n  ${body}\n  RETURN NULL;\nEND $$`,
      `${start} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${trigger}()`
    ]
  })
}

const seen = (row: string, { name, of = "TRUE" }: CountedList) => ({
  list: name.replaceAll("ROW.", `${row}.`),
  belongs: of.replaceAll("ROW.", `${row}.`)
})

const longer = (counted: CountedList) => {
  const { belongs, list } = seen("NEW", counted)
  return `INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, ${list}, 1 WHERE ${belongs}
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;`
}

const shorter = (counted: CountedList) => {
  const { belongs, list } = seen("OLD", counted)
  const it = `organization_id = OLD.organization_id AND list = ${list}`
  return `UPDATE list_sizes SET size = size - 1 WHERE ${it} AND ${belongs};
  DELETE FROM list_sizes WHERE ${it} AND size = 0;`
}

const sqliteBodies = ({ lists }: Counted) => {
  const [added, deleted] = [lists.map(longer).join("\n  "), lists.map(shorter).join("\n  ")]
  return { added, deleted, moved: `${deleted}\n  ${added}` }
}

/** The lists of a row, in the one order in which every transaction locks their sizes. */
const listsOf = (row: string, lists: ReadonlyArray<CountedList>, size: number) => {
  const values = lists.map((counted) => {
    const { belongs, list } = seen(row, counted)
    return `(${list}, ${belongs})`
  })
  return `SELECT ${row}.organization_id, its.list, ${size} FROM (VALUES ${values.join(", ")}) AS its (list, belongs)
    WHERE its.belongs ORDER BY its.list COLLATE "C"`
}

/** PostgreSQL: a new row lengthens its lists by one statement, so that transactions never deadlock. */
export const lengthen = (lists: ReadonlyArray<CountedList>): string =>
  `INSERT INTO list_sizes (organization_id, list, size)
    ${listsOf("NEW", lists, 1)}
    ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;`

/** PostgreSQL: an old row shortens its lists. An UPDATE of several rows locks them in no certain order, so this is an INSERT, too. */
export const shorten = (lists: ReadonlyArray<CountedList>): string =>
  `INSERT INTO list_sizes (organization_id, list, size)
    ${listsOf("OLD", lists, 0)}
    ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size - 1;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND size = 0
    AND list IN (${lists.map((counted) => seen("OLD", counted).list).join(", ")});`

/** PostgreSQL: a row that is moved locks the sizes of both its lists first. */
const inOrder = (lists: ReadonlyArray<CountedList>) => {
  const names = ["OLD", "NEW"].flatMap((row) => lists.map((counted) => seen(row, counted).list))
  return `PERFORM 1 FROM list_sizes WHERE organization_id = NEW.organization_id AND list IN (${names.join(", ")})
  ORDER BY list FOR UPDATE;`
}

const postgresBodies = ({ lists, onPostgres }: Counted) => {
  const [added, deleted] = [lengthen(lists), shorten(lists)]
  return { added, deleted, moved: `${inOrder(lists)}\n  ${deleted}\n  ${added}`, ...onPostgres }
}
