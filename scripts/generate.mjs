// npm run generate: writes what follows from the contract, the programs and the commands into documents. Tests compare each with its source.
import { writeWire } from "../packages/node/outside/sdks/wireTable.mjs"
import { writeCommandsPage } from "./commandsPage.mjs"
import { writeFields } from "./compatFields.mjs"
import { writeTable } from "./operationsTable.mjs"
import { prepare } from "./prepare.mjs"
import { writePrograms } from "./programsTable.mjs"

await prepare()
await writeTable()
await writePrograms()
await writeCommandsPage()
await writeFields()
await writeWire()
