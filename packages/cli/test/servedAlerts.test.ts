import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type Socket } from "node:net"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/client"
import { Effect } from "effect"
import { bundled } from "../../../test/bundled.js"
import { serving } from "./harness/command.js"
import { receiver } from "./harness/outboxRounds.js"
import { temporaryFolder } from "./harness/stores.js"

const script = await bundled(fileURLToPath(new URL("harness/leaveGateOpen.mjs", import.meta.url)))

/** A receiver that reads and never answers. */
const silent = Effect.acquireRelease(
  Effect.promise(async () => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => sockets.add(socket.resume().on("error", () => {}))).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    const asked = async () => {
      if (sockets.size === 0) await once(server, "connection")
    }
    return { server, sockets, asked, url: `http://127.0.0.1:${port}/hooks/silent-path` }
  }),
  ({ server, sockets }) =>
    Effect.sync(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
)

describe("tollgate serve --webhook-private", () => {
  it.scopedLive("delivers alerts, logs no address and no secret of it, and stops while a receiver hangs", () =>
    Effect.gen(function* () {
      const [to, hanging, cwd] = [yield* receiver, yield* silent, yield* temporaryFolder]
      const { child, ended, url, written } = yield* serving(["--webhook-private", "--log", "debug"], { cwd })
      const [managementKey = ""] = /tg_mk_[0-9A-Za-z]{49}/.exec(written.stdout) ?? []
      const [gatewayKey = ""] = /tg_gk_[0-9A-Za-z]{49}/.exec(written.stdout) ?? []
      const server = Tollgate.connect({ url })
      const { keys, webhooks } = server.withKey(managementKey)
      const { code, secrets } = yield* Effect.promise(async () => {
        const made = [await webhooks.create({ url: to.url }), await webhooks.create({ url: hanging.url })]
        const { key } = await keys.create({ name: "ci", limit: 1 })
        const { spending } = server.withGatewayKey(gatewayKey)
        const { data } = await spending.authorize({ key, amount: 1, models: ["acme/writer"] })
        await spending.settle(data.id, { cost: 1 })
        await to.reached(3)
        await hanging.asked()
        child.kill("SIGTERM")
        return { code: (await ended).code, secrets: made.map(({ secret }) => secret.slice("whsec_".length)) }
      })
      expect([code, to.received.size, to.total()]).toEqual([0, 3, 3])
      const said = written.stdout + written.stderr
      expect(["secret-path", "silent-path", ...secrets].filter((text) => said.includes(text))).toEqual([])
    })
  )
})

describe("A process that ends without closing its gate", () => {
  it.scopedLive("ends, while a receiver of its alerts hangs", () =>
    Effect.gen(function* () {
      const hanging = yield* silent
      const code = yield* Effect.promise(async () => {
        const child = spawn(process.execPath, [script, hanging.url], { stdio: ["pipe", "inherit", "inherit"] })
        const exit = once(child, "exit")
        await hanging.asked()
        child.stdin.end()
        return (await exit)[0]
      })
      expect(code).toBe(0)
    })
  )
})
