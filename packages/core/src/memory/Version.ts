/** A change of tables that can be undone. */
export interface Change<T> {
  /** Undoes the change in tables, which can be a copy, and returns the change that does it again. */
  readonly undo: (tables: T) => Change<T>
}

/** Tables that change in place. */
export interface Tables<T> {
  /** Where the tables note their changes. */
  log: Array<Change<T>>
  /** The same rows in tables of their own. */
  readonly copy: () => T
}

/**
 * An immutable value over tables that change in place. The tables are those of one version, usually the latest one. Another version has a
 * list of changes, which leads to the tables of the version after it: they are undone if an older version is read, which is rare. What
 * leads to a version that is no longer referenced is collected with it.
 */
export class Version<T extends Tables<T>> {
  #tables: T | null
  /** The version to which `#changes` lead. */
  #next: Version<T> | null = null
  #changes: Array<Change<T>> = []
  #isKept = false
  constructor(tables: T) {
    this.#tables = tables
  }

  /** The tables of this version. Only those of a version that has just begun may be changed. */
  get tables(): T {
    return this.#tables ?? this.#goBack()
  }

  /** Begins the next version: changes of its tables are not those of this one. */
  begin(): Version<T> {
    const tables = this.tables
    if (this.#isKept) return new Version(tables.copy())
    const next = new Version(tables)
    this.#leadTo(next, [])
    tables.log = this.#changes
    return next
  }

  /**
   * Ends this version: nothing reads it any more. What it refers to would otherwise live as long as it does, and it may live for long
   * after it was dropped.
   */
  drop(): void {
    if (this.#isKept) return
    this.#next = null
    this.#changes = []
  }

  /** Keeps tables of its own from now on: without them, a version that is kept for long would refer to all changes after it. */
  keep(): void {
    this.#isKept = this.tables !== null
  }

  #leadTo(next: Version<T>, changes: Array<Change<T>>): void {
    this.#tables = null
    this.#next = next
    this.#changes = changes
  }

  #goBack(): T {
    const path: Array<Version<T>> = []
    let version: Version<T> = this
    while (version.#next !== null) {
      path.push(version)
      version = version.#next
    }
    const last = version.#tables
    if (last === null) throw new Error("Read of a released memory version (bug).")
    const tables = version.#isKept ? last.copy() : last
    for (const older of path.reverse()) {
      const again = older.#changes.reverse().map((change) => change.undo(tables))
      if (!version.#isKept) version.#leadTo(older, again)
      older.#tables = tables
      older.#next = null
      older.#changes = []
      version = older
    }
    // Changes of tables that have not begun are noted nowhere.
    tables.log = []
    return tables
  }
}
