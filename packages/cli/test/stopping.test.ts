import { connect } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, FiberId } from "effect"
import { codeOf } from "../dist/program.js"
import { accepts, hear } from "./harness/clients.js"
import { serving } from "./harness/command.js"
import { temporaryFolder } from "./harness/stores.js"

const head = [
  "POST /api/v1/auth/keys HTTP/1.1",
  "Host: localhost",
  "Content-Type: application/json",
  "Content-Length: 2",
  "Expect: 100-continue",
  "",
  ""
].join("\r\n")

/** A server that was told to stop, with a request in flight whose body is not there yet. */
const stopping = (signal: NodeJS.Signals) =>
  Effect.gen(function* () {
    const { child, ended, url, written } = yield* serving(["--log", "none"], { cwd: yield* temporaryFolder })
    const { hostname, port } = new URL(url)
    const socket = yield* Effect.acquireRelease(
      Effect.sync(() => connect(Number(port), hostname)),
      (socket) => Effect.sync(() => socket.destroy())
    )
    const heard = hear(socket)
    socket.write(head)
    // Only a server that has the request asks for its body.
    yield* Effect.promise(() => heard.until("100 Continue"))
    child.kill(signal)
    while (yield* Effect.promise(() => accepts(Number(port), hostname))) yield* Effect.yieldNow()
    const told = (text: string) =>
      Effect.async<void>((resume) => {
        const look = () => written.stderr.includes(text) && resume(Effect.void)
        child.stderr?.on("data", look)
        look()
      })
    return { child, ended, heard, socket, told }
  })

const orders: ReadonlyArray<readonly [first: NodeJS.Signals, behind: ReadonlyArray<NodeJS.Signals>]> = [
  ["SIGTERM", ["SIGTERM", "SIGINT", "SIGHUP"]],
  ["SIGINT", ["SIGTERM", "SIGINT"]]
]

describe.skipIf(process.platform === "win32")("a server that is stopped with a request in flight", () => {
  for (const [first, behind] of orders) {
    it.scopedLive(`answers it, though ${behind.join(" and ")} come behind ${first}`, () =>
      Effect.gen(function* () {
        const { child, ended, heard, socket } = yield* stopping(first)
        for (const signal of behind) child.kill(signal)
        socket.write("{}")
        yield* Effect.promise(() => heard.closed)
        expect(heard.heard()).toContain("HTTP/1.1 401 Unauthorized")
        expect((yield* Effect.promise(() => ended)).code).toBe(0)
      })
    )
  }

  it.scopedLive("says at Ctrl+C how to end it at once, and then does", () =>
    Effect.gen(function* () {
      const { child, ended, heard, told } = yield* stopping("SIGINT")
      child.kill("SIGINT")
      yield* told("Ctrl+C again")
      child.kill("SIGINT")
      const stderr = [
        "Stopping after the requests in flight. Ctrl+C again ends the process at once.",
        "Ended at once: requests in flight were not answered.\n"
      ].join("\n")
      expect(yield* Effect.promise(() => ended)).toMatchObject({ code: 130, stderr })
      expect(heard.heard()).not.toContain("401")
    })
  )
})

describe("A command that is stopped", () => {
  it("has failed, unless it is a server", () => {
    const stopped = Exit.interrupt(FiberId.none)
    expect(codeOf(stopped, ["serve", "--port", "0"])).toBe(0)
    for (const args of [
      ["import", "accounts.ndjson"],
      ["keys", "import", "serve"],
      ["backup", "a", "b"]
    ]) {
      expect(codeOf(stopped, args)).toBe(130)
    }
  })
})
