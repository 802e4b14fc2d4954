// Migrates the file that the argument names, and says how many migrations it ran.
import { migrate } from "@tollgate/sqlite"
import * as Effect from "effect/Effect"

const ran = await Effect.runPromise(migrate(process.argv[2] ?? ""))
process.stdout.write(String(ran.length))
