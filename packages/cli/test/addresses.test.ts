import { networkInterfaces } from "node:os"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { runHere, servingHere } from "./harness/here.js"
import { Wire } from "./harness/http.js"
import { temporaryFolder } from "./harness/stores.js"

const wired = Effect.acquireRelease(
  Effect.sync(() => new Wire()),
  (wire) => Effect.sync(() => wire.close())
)

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === "::1")
)

const hosts = [
  { host: "127.0.0.1", shown: "127.0.0.1" },
  { host: "localhost", shown: "localhost" },
  { host: "0.0.0.0", shown: "127.0.0.1" },
  { host: "0", shown: "127.0.0.1" },
  { host: "::1", shown: "[::1]" },
  { host: "[::1]", shown: "[::1]" },
  { host: "::", shown: "[::1]" },
  { host: "[::]", shown: "[::1]" },
  { host: "0:0:0:0:0:0:0:0", shown: "[::1]" }
].filter(({ shown }) => hasIpv6 || !shown.startsWith("["))

describe.each(hosts)("serve --host $host --port 0", ({ host, shown }) => {
  it.scopedLive("prints an address with the port that it took, which answers", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const { url, written } = yield* servingHere(["--host", host, "--log", "none"], { cwd })
      const base = new RegExp(`^http://${shown.replaceAll(/[[\].]/g, "\\$&")}:[1-9][0-9]*/api/v1$`)
      expect(url).toMatch(base)
      const [, key = "", tried = ""] = /curl -H 'Authorization: Bearer (\S+)' (\S+)\n/.exec(written.stdout) ?? []
      expect(tried).toBe(`${url}/workspaces/default/members`)
      const wire = yield* wired
      expect((yield* Effect.promise(() => wire.send(tried, { key }))).status).toBe(200)
    })
  )
})

describe("init", () => {
  it.scopedLive.each([
    { TOLLGATE_HOST: "::1", TOLLGATE_PORT: "80", base: "http://[::1]:80/api/v1" },
    { TOLLGATE_HOST: "0.0.0.0", TOLLGATE_PORT: "8080", base: "http://127.0.0.1:8080/api/v1" },
    { TOLLGATE_HOST: "[::]", TOLLGATE_PORT: "0", base: "http://[::1]:PORT/api/v1" }
  ])("names $base for $TOLLGATE_HOST and port $TOLLGATE_PORT", ({ base, ...variables }) =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const { code, stdout } = yield* Effect.promise(() => runHere(["init"], { cwd, variables }))
      expect(code).toBe(0)
      expect(/curl .* (\S+)\n/.exec(stdout)?.[1]).toBe(`${base}/workspaces/default/members`)
    })
  )
})
