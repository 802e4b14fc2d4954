/** A list of rows of a table: SQL in which `ROW.` stands for the columns of a row. */
interface CountedList {
  /** An expression for the list's name, unique in its organization. */
  readonly name: string
  /** The condition for a row to be in the list. */
  readonly of?: string
}

/** A table whose rows are counted. */
export interface Counted {
  readonly table: string
  /** What the names of the triggers begin with. @default the table's name */
  readonly name?: string
  /** Columns that may change, and with them in which lists a row is. */
  readonly changing?: ReadonlyArray<string>
  readonly lists: ReadonlyArray<CountedList>
}

interface Trigger {
  readonly name: string
  readonly event: string
  readonly when: string
  readonly body: string
}

const seen = (row: string, { name, of = "TRUE" }: CountedList) => ({
  list: name.replaceAll("ROW.", `${row}.`),
  belongs: of.replaceAll("ROW.", `${row}.`)
})

const lengthen = (counted: CountedList) => {
  const { belongs, list } = seen("NEW", counted)
  return `INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, ${list}, 1 WHERE ${belongs}
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;`
}

const shorten = (counted: CountedList) => {
  const { belongs, list } = seen("OLD", counted)
  const it = `organization_id = OLD.organization_id AND list = ${list}`
  return `UPDATE list_sizes SET size = size - 1 WHERE ${it} AND ${belongs};
  DELETE FROM list_sizes WHERE ${it} AND size = 0;`
}

const count = ({ lists, table }: Counted) =>
  lists.map((counted) => {
    const { belongs, list } = seen(table, counted)
    return `INSERT INTO list_sizes (organization_id, list, size)
  SELECT organization_id, ${list}, count(*) FROM ${table} WHERE ${belongs} GROUP BY 1, 2`
  })

const triggers = ({ changing = [], lists, table, name = table }: Counted): ReadonlyArray<Trigger> => {
  const [longer, shorter] = [lists.map(lengthen).join("\n  "), lists.map(shorten).join("\n  ")]
  const moved = changing.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(" OR ")
  const [added, deleted, changed] = [
    { name: `${name}_added`, event: "INSERT", when: "TRUE", body: longer },
    { name: `${name}_deleted`, event: "DELETE", when: "TRUE", body: shorter },
    { name: `${name}_moved`, event: `UPDATE OF ${changing.join(", ")}`, when: moved, body: `${shorter}\n  ${longer}` }
  ]
  return changing.length === 0 ? [added, deleted] : [added, deleted, changed]
}

/** Updates the sizes of both lists that a change concerns in a fixed order. */
const inOrder = ({ lists }: Counted) => {
  const names = ["OLD", "NEW"].flatMap((row) => lists.map((counted) => seen(row, counted).list))
  return `PERFORM 1 FROM list_sizes WHERE organization_id = NEW.organization_id AND list IN (${names.join(", ")})
  ORDER BY list FOR UPDATE;`
}

/** The statements that count the lists of a table once and then maintain their sizes. */
export const countingSqlite = (counted: Counted): ReadonlyArray<string> => [
  ...count(counted),
  ...triggers(counted).map(
    ({ body, event, name, when }) =>
      `CREATE TRIGGER ${name} AFTER ${event} ON ${counted.table} WHEN ${when} BEGIN\n  ${body}\nEND`
  )
]

export const countingPostgres = (counted: Counted): ReadonlyArray<string> => [
  ...count(counted),
  ...triggers(counted).flatMap(({ body, event, name, when }) => [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN\n  ${event.startsWith("UPDATE") ? `${inOrder(counted)}\n  ` : ""}${body}\n  RETURN NULL;\nEND $$`,
    `CREATE TRIGGER ${name} AFTER ${event} ON ${counted.table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${name}()`
  ])
]
