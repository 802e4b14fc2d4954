/** Whether better-sqlite3 12 supports a major version of Node.js, by default the running one. */
export declare const betterSqlite3Supports: (major?: number) => boolean

/** Whether better-sqlite3 loads in this checkout, tried in a process of its own. */
export declare const betterSqlite3Loads: (node?: string) => boolean
