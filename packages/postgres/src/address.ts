// Address and refusals, without the driver, which is slow to load.
import "./checkEffect.js"

export { type DatabaseUrl, isNoPath, isPostgresUrl, parseUrl } from "./DatabaseUrl.js"
export { type PostgresRefusal, PostgresRefused } from "./PostgresRefused.js"
