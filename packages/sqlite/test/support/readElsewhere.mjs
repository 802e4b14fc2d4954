// Another program: reads a database and closes it.
import Sqlite from "better-sqlite3"

const database = new Sqlite(process.argv[2] ?? "")
database.prepare("SELECT count(*) FROM organizations").get()
database.close()
