import { createServer, type Server } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { METRICS_TYPE } from "@tollgate/core"
import { Effect } from "effect"
import { runHere, servingHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

/** A port of this machine that something listens on. */
const takenPort = Effect.map(
  Effect.acquireRelease(
    Effect.async<Server>((resume) => {
      const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))
  ),
  (server) => {
    const address = server.address()
    return address !== null && typeof address === "object" ? address.port : 0
  }
)

const settings: ReadonlyArray<readonly [args: ReadonlyArray<string>, variables: Record<string, string>]> = [
  [["--metrics", "127.0.0.1:0"], {}],
  [[], { TOLLGATE_METRICS: "localhost:0" }]
]

describe("--metrics", () => {
  it.scopedLive.each(settings)("%j prints the address of the page, which measures the server", ([args, variables]) =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const { url, written } = yield* servingHere(["--log", "none", ...args], { cwd, variables })
      const [, page = ""] =
        /^Metrics for Prometheus are at (http:\/\/\S+:[1-9]\d*\/metrics)\.$/m.exec(written.stdout) ?? []
      const { status } = yield* Effect.promise(() => fetch(`${url}/presets`))
      expect(status).toBe(401)
      const read = Effect.promise(async () => {
        const answer = await fetch(page)
        return [answer.headers.get("content-type"), await answer.text()] as const
      })
      // What a server looks for when it starts, such as alerts to deliver, is in the queue for a moment.
      const [type, text] = yield* Effect.repeat(read, {
        until: ([, text]) => text.includes("\ntollgate_storage_queue_length 0\n"),
        times: 1_000
      })
      expect(type).toBe(METRICS_TYPE)
      for (const line of [
        'tollgate_http_request_duration_seconds_count{method="GET",route="/api/v1/presets",status="401"} 1',
        'tollgate_operations_total{operation="organizations.createOrganization",outcome="ok"} 1',
        "tollgate_storage_up 1",
        "tollgate_storage_queue_length 0"
      ]) {
        expect(text.split("\n")).toContain(line)
      }
    })
  )

  it.scopedLive("is off by default", () =>
    Effect.gen(function* () {
      const { written } = yield* servingHere(["--log", "none"], { cwd: yield* temporaryFolder })
      expect(written.stdout).not.toContain("etrics")
    })
  )

  it.scopedLive("names itself where its port is in use, before anything is created", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const port = yield* takenPort
      const args = ["serve", "--port", "0", "--metrics", `127.0.0.1:${port}`]
      expect(yield* Effect.promise(() => runHere(args, { cwd }))).toEqual({
        code: 1,
        stdout: "",
        stderr: `Cannot listen on 127.0.0.1:${port}: the port is in use. Choose another port with --metrics or TOLLGATE_METRICS.\n`
      })
      const kept = yield* Effect.promise(() => runHere(["verify"], { cwd }))
      expect(kept.stderr).toContain("does not exist")
    })
  )

  const address =
    "an address and a port of this machine, such as 127.0.0.1:9464 or [::1]:9464, where port 0 takes any free port"
  const wrong: ReadonlyArray<readonly [value: string, said: string]> = [
    ["9464", address],
    ["127.0.0.1", address],
    ["127.0.0.1:65536", address],
    [":9464", address],
    ["http://127.0.0.1:9464", address],
    ["192.0.2.1:9464", address],
    ["127.0.0.1:41465", `${address}, other than the port of the server`]
  ]

  it.live.each(wrong)("refuses %s, and says what it takes", ([value, said]) =>
    Effect.gen(function* () {
      const ended = yield* Effect.promise(() => runHere(["serve", "--port", "41465", "--metrics", value]))
      expect(ended).toEqual({ code: 2, stdout: "", stderr: `TOLLGATE_METRICS (or --metrics) must be ${said}.\n` })
    })
  )
})
