// npm run generate: writes what follows from the contract and the programs into documents. Tests compare each with its source.
import { writeTable } from "./operationsTable.mjs"
import { prepare } from "./prepare.mjs"
import { writePrograms } from "./programsTable.mjs"

await prepare()
await writeTable()
await writePrograms()
await prepare()
