import { Tollgate } from "@tollgate/node"

/** Open as long as the process: in development, with `{ file: "./tollgate.db" }` and on `globalThis`, it outlives a reload. */
export const gate = await Tollgate.open({ memory: true })
