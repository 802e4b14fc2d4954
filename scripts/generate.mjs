// npm run generate: writes the files that follow from others: the versions from package.json, and from the list of operations the table of
// docs/operations.md and the list of the conformance cases. Tests compare each with its source.
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { casesList, listFile } from "./casesList.mjs"
import { writeTable } from "./operationsTable.mjs"
import { compile, prepare } from "./prepare.mjs"
import { writeVersions } from "./versions.mjs"

writeVersions()
// Not everything: the list of cases may name a file that is no more.
compile(fileURLToPath(new URL("../packages/node", import.meta.url)))
writeFileSync(listFile, await casesList())
await writeTable()
prepare()
