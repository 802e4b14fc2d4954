// npm run generate: writes what is made from package.json, the contract and the schemas: the versions, the lists of exports, the types of the Promise
// API, the list of the conformance cases, and the tables of docs/operations.md and of core's README. Tests compare each with its source.
import { writeFileSync } from "node:fs"
import { writeBarrels } from "./barrels.mjs"
import { casesList, listFile } from "./casesList.mjs"
import { writeTable } from "./operationsTable.mjs"
import { compile, prepare } from "./prepare.mjs"
import { writePrograms } from "./programsTable.mjs"
import { writeModels } from "./promiseModels.mjs"
import { writeVersions } from "./versions.mjs"

writeVersions()
writeBarrels()
// Each step compiles only what it needs: until it is done, the rest may not match.
compile("http")
await writeModels()
compile("node")
writeFileSync(listFile, await casesList())
await writeTable()
await writePrograms()
await prepare()
