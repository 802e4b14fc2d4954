import Sqlite from "better-sqlite3"

// A separate process: reports when it holds the write lock of a file, and keeps it until its input ends.
const [, , file] = process.argv
const db = new Sqlite(file)
db.exec("BEGIN IMMEDIATE")
process.stdout.write("held\n")
process.stdin.resume().once("end", () => {
  db.exec("COMMIT")
  db.close()
})
