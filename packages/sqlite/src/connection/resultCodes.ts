/** SQLite's primary result codes, each at its own number (sqlite.org/rescode.html). */
const primary = [
  ...[
    "OK",
    "ERROR",
    "INTERNAL",
    "PERM",
    "ABORT",
    "BUSY",
    "LOCKED",
    "NOMEM",
    "READONLY",
    "INTERRUPT",
    "IOERR",
    "CORRUPT"
  ],
  ...["NOTFOUND", "FULL", "CANTOPEN", "PROTOCOL", "EMPTY", "SCHEMA", "TOOBIG", "CONSTRAINT", "MISMATCH", "MISUSE"],
  ...["NOLFS", "AUTH", "FORMAT", "RANGE", "NOTADB"]
]

/** The second parts of the extended codes, from 1 on. */
const extended: Readonly<Record<string, ReadonlyArray<string>>> = {
  ERROR: ["MISSING_COLLSEQ", "RETRY", "SNAPSHOT"],
  ABORT: ["", "ROLLBACK"],
  BUSY: ["RECOVERY", "SNAPSHOT", "TIMEOUT"],
  LOCKED: ["SHAREDCACHE", "VTAB"],
  READONLY: ["RECOVERY", "CANTLOCK", "ROLLBACK", "DBMOVED", "CANTINIT", "DIRECTORY"],
  IOERR: [
    ...["READ", "SHORT_READ", "WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "FSTAT", "UNLOCK", "RDLOCK", "DELETE"],
    ...["BLOCKED", "NOMEM", "ACCESS", "CHECKRESERVEDLOCK", "LOCK", "CLOSE", "DIR_CLOSE", "SHMOPEN", "SHMSIZE"],
    ...["SHMLOCK", "SHMMAP", "SEEK", "DELETE_NOENT", "MMAP", "GETTEMPPATH", "CONVPATH", "VNODE", "AUTH"],
    ...["BEGIN_ATOMIC", "COMMIT_ATOMIC", "ROLLBACK_ATOMIC", "DATA", "CORRUPTFS", "IN_PAGE"]
  ],
  CORRUPT: ["VTAB", "SEQUENCE", "INDEX"],
  CANTOPEN: ["NOTEMPDIR", "ISDIR", "FULLPATH", "CONVPATH", "DIRTYWAL", "SYMLINK"],
  CONSTRAINT: [
    ...["CHECK", "COMMITHOOK", "FOREIGNKEY", "FUNCTION", "NOTNULL", "PRIMARYKEY", "TRIGGER", "UNIQUE", "VTAB"],
    ...["ROWID", "PINNED", "DATATYPE"]
  ]
}

/** The name of an extended result code: `SQLITE_BUSY_RECOVERY` for 261. An unknown extension has the name of its primary code. */
export const resultCode = (code: number): string => {
  const name = primary[code & 0xff]
  if (name === undefined) return `SQLITE_UNKNOWN_${code}`
  const suffix = extended[name]?.[(code >> 8) - 1]
  return suffix ? `SQLITE_${name}_${suffix}` : `SQLITE_${name}`
}
