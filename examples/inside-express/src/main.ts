import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { InvalidCredential, Tollgate } from "@tollgate/node"
import express, { type Express } from "express"

const gate = await Tollgate.open({ memory: true })
export const { key } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })

export const app: Express = express()
// Before any body parser: a body can be read only once.
app.use("/tollgate", gate.nodeHandler({ basePath: "/tollgate" }))
app.use(express.json())

// A route of the host's own, which asks the same accounts what is left.
app.get("/left", async (request, response) => {
  const secret = request.get("Authorization")?.replace(/^Bearer /, "") ?? ""
  try {
    const { key } = await gate.authenticate(secret)
    response.send(`${key.name}: ${key.limit_remaining ?? "no limit"}`)
  } catch (error) {
    if (!(error instanceof InvalidCredential)) throw error
    response.status(401).send("A stranger")
  }
})

const server = app.listen(0, "127.0.0.1")
await once(server, "listening")
// A server that listens at a port has an address of this kind.
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const headers = { Authorization: `Bearer ${key}` }
console.log(await (await fetch(`${url}/left`, { headers })).text())
console.log(await (await fetch(`${url}/tollgate/api/v1/presets`, { headers })).text())
server.close()
server.closeAllConnections()
