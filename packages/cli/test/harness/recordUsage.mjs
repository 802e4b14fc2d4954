// Records usage of one key many times at once: a process of its own beside others that do the same.
import { Tollgate } from "@tollgate/node"

const [organization, hash, count] = process.argv.slice(2)
const gate = await Tollgate.open({ postgres: process.env.DATABASE, masterKey: process.env.MASTER_KEY })
const { keys } = gate.asOrganization(organization)
process.stdout.write("ready\n")
process.stdin.once("data", async () => {
  const begun = Date.now()
  await Promise.all(Array.from({ length: Number(count) }, () => keys.recordUsage(hash, { usage: 1, byok_usage: 0.5 })))
  process.stdout.write(`${JSON.stringify({ begun, ended: Date.now() })}\n`)
  await gate.close()
  process.stdin.destroy()
})
