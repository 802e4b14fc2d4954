// Another program, without Tollgate's code: runs the SQL of each line that it is given, and answers once it is committed.
import { createInterface } from "node:readline"
import { openOther } from "./otherProgram.mjs"

const database = openOther(process.argv[2] ?? "")
for await (const text of createInterface({ input: process.stdin })) {
  database.exec(text)
  process.stdout.write("done\n")
}
database.close()
