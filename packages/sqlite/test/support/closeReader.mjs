// A process of its own: reads from a file on a thread, closes the thread and says so. Nothing else keeps the process running.
import { ReaderThread } from "../../dist/connection/ReaderThread.js"

const [, , file = ""] = process.argv
const thread = ReaderThread.open(file)
await new Promise((resolve) => thread.run("SELECT 1", [], resolve))
await thread.close()
process.stdout.write("closed")
