import { gate } from "./gate.js"
import { GET, PATCH } from "./route.js"

// Next.js calls the route's exports like this for a request.
const { key, organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
const { data } = await gate.asOrganization(organization.id).keys.create({ name: "Docs assistant", limit: 5 })

const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }
const url = `https://acme.example/tollgate/api/v1/keys/${data.hash}`
const raised = await PATCH(new Request(url, { method: "PATCH", headers, body: JSON.stringify({ limit: 25 }) }))
console.log(raised.status, (await raised.json()).data.limit_remaining)

const stranger = await GET(new Request(url))
console.log(stranger.status, stranger.headers.get("WWW-Authenticate"))
await gate.close()
