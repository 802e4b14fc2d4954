/** The form in which a flag takes a value. A secret has a flag without a value. */
export type FieldKind = "boolean" | "json" | "list" | "number" | "secret" | "text"

/** A field of what an operation takes. */
export interface Field {
  readonly name: string
  /** In place of its name, which is that of a flag of every command. */
  readonly flag?: string
  readonly kind: FieldKind
  readonly meaning: string
  readonly isRequired?: true
  readonly isNullable?: true
  /** Whether its values are hashes of API keys. */
  readonly isKey?: true
  readonly choices?: ReadonlyArray<string>
}

/** The form in which a value is shown. `record` and `table` have columns of their own. */
export type ColumnKind =
  | "dollars"
  | "flag"
  | "id"
  | "json"
  | "list"
  | "number"
  | "record"
  | "secret"
  | "table"
  | "text"
  | "time"

/** A field of what an operation answers. */
export interface Column {
  readonly name: string
  readonly kind: ColumnKind
  readonly columns?: ReadonlyArray<Column>
  /** Whether a time may be absent, which then says something. */
  readonly isNullable?: true
  /** The field with the limit of which this amount is what is left. */
  readonly limit?: string
}

/** A parameter of a path. */
export interface Parameter {
  readonly name: string
  readonly meaning: string
  /** Whether it is the hash of an API key. */
  readonly isKey?: true
}

/** An operation of the contract, as a command. `scripts/commandTable.mjs` makes these rows from the contract and the Promise API. */
export interface Operation {
  /** Its word among the methods of the Promise API. */
  readonly method: string
  readonly description: string
  readonly isReading?: true
  /** Whether gateway keys may call it, for all organizations at once. The host is a gateway of all organizations. */
  readonly forGateways?: true
  /** The parameters of its path, in order. */
  readonly path: ReadonlyArray<Parameter>
  readonly takes: "body" | "nothing" | "page" | "query"
  readonly fields: ReadonlyArray<Field>
  /** One record, a list of records, or one page of a list. */
  readonly answers: "list" | "page" | "record"
  readonly columns: ReadonlyArray<Column>
}

/** What can be done with a resource. */
export interface Resource {
  readonly name: string
  /** What each method does, by its word. */
  readonly methods: Readonly<Record<string, string>>
}
