import { authenticate, createOrganization, Memory, NewOrganization } from "@tollgate/core"
import { TollgateApp, webHandler } from "@tollgate/http"
import { Effect, Layer, ManagedRuntime, Redacted, Schema } from "effect"
import { Hono } from "hono"

// The accounts are merged, so that the host's own code reaches those that the API serves.
const runtime = ManagedRuntime.make(Layer.provideMerge(TollgateApp.layerAt("/tollgate"), Memory.layer))
const tollgate = await runtime.runPromise(webHandler())

const created = await Schema.decode(NewOrganization)({ name: "Acme", owner_user_id: "ada" }).pipe(
  Effect.flatMap(createOrganization),
  runtime.runPromise
)
export const key = Redacted.value(created.key)

export const app = new Hono()
  // The whole API, its page at /tollgate/docs included.
  .all("/tollgate/*", (c) => tollgate(c.req.raw))
  // A route of the host's own, which asks the same accounts who is calling.
  .get("/whoami", async (c) => {
    const secret = Redacted.make(c.req.header("Authorization")?.replace(/^Bearer /, "") ?? "")
    const caller = await runtime.runPromise(Effect.option(authenticate(secret)))
    return caller._tag === "None" ? c.text("A stranger", 401) : c.text(`${caller.value.userId}, ${caller.value.kind}`)
  })

const headers = { Authorization: `Bearer ${key}` }
console.log(await (await app.request("/whoami", { headers })).text())
console.log(await (await app.request("/tollgate/api/v1/images/models", { headers })).text())
console.log(await (await app.request("/tollgate/api/v1/presets")).text())
