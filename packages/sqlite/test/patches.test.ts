import { Effect } from "effect"
import { patchPromises } from "../../sql/test/support/patchPromises.js"
import { openDatabase } from "../src/openDatabase.js"
import { openAndClose, temporaryFile } from "./support/files.js"

patchPromises(
  "an SQLite file",
  Effect.flatMap(temporaryFile, (file) => Effect.zipRight(openAndClose(file), openDatabase(file)))
)
