// Crosses the limit of a key in memory, whose alerts go to an address, and ends with its input, without closing what it has opened.
import { Tollgate } from "@tollgate/node"

const gate = await Tollgate.open({ memory: true, webhookPrivate: true })
const { organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
const { keys, webhooks } = gate.asOrganization(organization.id)
await webhooks.create({ url: process.argv[2] })
const { data } = await keys.create({ name: "ci", limit: 1 })
await keys.recordUsage(data.hash, { usage: 1 })
process.stdin.resume()
