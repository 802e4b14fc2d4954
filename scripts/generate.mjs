// npm run generate: writes what is made from package.json, the contract and the schemas: the versions, the lists of exports, the types of the Promise
// API, the list of the conformance cases, the tables of docs/operations.md and of core's README, the commands of the operations and the newest schema of SQLite. Tests compare each with its source.
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { writeBarrels } from "./barrels.mjs"
import { casesList, listFile } from "./casesList.mjs"
import { writeCommands } from "./commandTable.mjs"
import { newestSchemaFile, newestSchemaText } from "./newestSchema.mjs"
import { writeTable } from "./operationsTable.mjs"
import { compile, prepare } from "./prepare.mjs"
import { writePrograms } from "./programsTable.mjs"
import { writeModels } from "./promiseModels.mjs"
import { writeVersions } from "./versions.mjs"

const folder = (name) => fileURLToPath(new URL(`../packages/${name}`, import.meta.url))

writeVersions()
writeBarrels()
// Each step compiles only what it needs: until it is done, the rest may not match.
compile(folder("http"))
await writeModels()
compile(folder("node"))
writeFileSync(listFile, await casesList())
await writeTable()
await writePrograms()
await writeCommands()
compile(folder("sql"))
writeFileSync(newestSchemaFile, await newestSchemaText())
prepare()
