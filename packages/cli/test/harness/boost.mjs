// Does something with boosts and requests for more in a process of its own, and writes what it returns.
import { Tollgate } from "@tollgate/node"

const { act, input, organization, storage } = JSON.parse(process.argv[2])
const gate = await Tollgate.open(storage)
const { budgets } = gate.asOrganization(organization)
const acts = {
  create: () => budgets.boosts.create(input),
  delete: () => budgets.boosts.delete(input),
  approve: () => budgets.requests.approve(input)
}
const done = await acts[act]()
await gate.close()
process.stdout.write(JSON.stringify(done))
