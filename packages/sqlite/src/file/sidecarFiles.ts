/** The files that SQLite can have beside a database: the log, its index, and a rollback journal. */
export const sidecarFiles = (file: string): ReadonlyArray<string> => [`${file}-wal`, `${file}-shm`, `${file}-journal`]
