// Holds an amount for a key, prints the id of the hold, and is killed before any request is sent: a process of its own.
import { Tollgate } from "@tollgate/node"

const { storage, ...request } = JSON.parse(process.argv[2])

const gate = await Tollgate.open(storage)
const { data } = await gate.spending.authorize(request)
process.stdout.write(data.id, () => process.kill(process.pid, "SIGKILL"))
