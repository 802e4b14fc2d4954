// What is said of a database before it is opened, and when it is not: without the driver, which takes its time to load.
import "./checkEffect.js"

export { type DatabaseUrl, isNoPath, isPostgresUrl, parseUrl } from "./DatabaseUrl.js"
export { type PostgresRefusal, PostgresRefused } from "./PostgresRefused.js"
