// Another program: reads a database, closes it, and prints how many organizations there are.
import Sqlite from "better-sqlite3"

const database = new Sqlite(process.argv[2] ?? "")
const count = database.prepare("SELECT count(*) FROM organizations").pluck().get()
database.close()
process.stdout.write(String(count))
