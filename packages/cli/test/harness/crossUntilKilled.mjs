// Spends across the limits of new keys until it is killed, and delivers alerts: a process of its own, beside others that do the same.
import http from "node:http"
import { syncBuiltinESMExports } from "node:module"
import { Tollgate } from "@tollgate/node"

const { name, organization, storage } = JSON.parse(process.argv[2])

// Each message says which process sends it.
const { request } = http
http.request = (options) => request({ ...options, headers: { ...options.headers, "sent-by": name } })
syncBuiltinESMExports()

const gate = await Tollgate.open({ ...storage, webhookPrivate: true })
const { keys } = gate.asOrganization(organization)

/** On a busy machine, a lock may be held for longer than an act waits. Nothing was stored then, so the act is tried again. */
const again = (run) =>
  run().catch((failure) => {
    if (failure._tag === "StorageFailure" && failure.outcome === "none") return again(run)
    throw failure
  })

for (;;) {
  const { data } = await again(() => keys.create({ name: "ci", limit: 1 }))
  // Crosses 50 % and 80 %, and then 100 %.
  await again(() => keys.recordUsage(data.hash, { usage: 0.85 }))
  await again(() => keys.recordUsage(data.hash, { usage: 0.15 }))
}
