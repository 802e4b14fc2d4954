// A process of its own beside others that do the same. Each task is a line of JSON: it opens the task's storage and says "ready",
// and after a line that tells it to begin, it does the task and prints what came of it as one line of JSON.
import { createInterface } from "node:readline"
import { Tollgate } from "@tollgate/node"
import { actAtRandom } from "./actAtRandom.mjs"
import { recordUsage } from "./recordUsage.mjs"

const tasks = { actAtRandom, recordUsage }
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

for (;;) {
  const { done, value } = await lines.next()
  if (done) break
  const { task, storage, ...given } = JSON.parse(value)
  const gate = await Tollgate.open(storage)
  process.stdout.write("ready\n")
  await lines.next()
  const result = await tasks[task](gate, given)
  await gate.close()
  process.stdout.write(`${JSON.stringify(result)}\n`)
}
