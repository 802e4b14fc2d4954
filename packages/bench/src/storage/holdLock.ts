import Sqlite from "better-sqlite3"

// A process of its own: holds the write lock of a file from when it says so until its input ends.
const [, , file] = process.argv
const db = new Sqlite(file)
db.exec("BEGIN IMMEDIATE")
process.stdout.write("held\n")
process.stdin.resume().once("end", () => {
  db.exec("COMMIT")
  db.close()
})
