// npm run generate: what follows from the list of operations and stands in a file, which is the table of docs/operations.md and the list
// of the conformance cases. Tests compare both with what is written here.
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { casesList, listFile } from "./casesList.mjs"
import { writeTable } from "./operationsTable.mjs"
import { compile, prepare } from "./prepare.mjs"

// Not everything: the list of cases may name a file that is no more.
compile(fileURLToPath(new URL("../packages/node", import.meta.url)))
writeFileSync(listFile, await casesList())
await writeTable()
prepare()
