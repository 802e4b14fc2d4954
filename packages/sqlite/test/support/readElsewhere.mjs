// Another program: reads a database, closes it, and prints how many organizations there are.
import { openOther } from "./otherProgram.mjs"

const database = openOther(process.argv[2] ?? "")
const count = database.value("SELECT count(*) FROM organizations")
database.close()
process.stdout.write(String(count))
