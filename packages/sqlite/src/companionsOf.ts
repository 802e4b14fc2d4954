/** The files that SQLite may keep beside a database: its log, the log's index, and a rollback journal. */
export const companionsOf = (file: string): ReadonlyArray<string> => [`${file}-wal`, `${file}-shm`, `${file}-journal`]
