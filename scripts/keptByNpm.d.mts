/** The flags of `tollgate serve`. */
export const serveFlags: ReadonlyArray<string>
/** What to type instead, if npm has kept flags of the server; null if it has not. */
export const keptByNpm: (env: NodeJS.ProcessEnv, args: ReadonlyArray<string>) => string | null
