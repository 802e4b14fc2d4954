// For who drives a database: where statements run, and the ports over it.
export { Act, type Rows } from "./Act.js"
export { bracket } from "./bracket.js"
export type { Connections, Within } from "./Connections.js"
export { Database, make } from "./Database.js"
export { isTransient } from "./isTransient.js"
export { prepareWithin } from "./prepare.js"
export { retryWhileTransient } from "./retryWhileTransient.js"
export { stores } from "./StoresSql.js"
