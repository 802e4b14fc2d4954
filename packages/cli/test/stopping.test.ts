import { connect } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, FiberId } from "effect"
import { codeOf } from "../dist/program.js"
import { accepts, hear } from "./harness/clients.js"
import { serving } from "./harness/command.js"
import { Wire } from "./harness/http.js"
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

describe("a server that is told to stop", () => {
  const title =
    "lets a request finish whose body was still coming when SIGTERM came, and ends with code 0; its log has its start, its requests and its stop, as JSON if asked for"
  it.scopedLive(title, () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const { child, ended, url, written } = yield* serving(["--log-format", "json"], { cwd })
      const wire = yield* Effect.acquireRelease(
        Effect.sync(() => new Wire()),
        (wire) => Effect.sync(() => wire.close())
      )
      yield* Effect.promise(() => wire.send(new URL("/healthz", url).href))
      yield* Effect.promise(() => wire.send(`${url}/presets`))
      const { hostname, port } = new URL(url)
      const body = JSON.stringify({ code: "no such code" })
      const head = [
        "POST /api/v1/auth/keys HTTP/1.1",
        "Host: localhost",
        `Authorization: Bearer ${/tg_mk_[0-9A-Za-z]{49}/.exec(written.stdout)?.[0]}`,
        "Content-Type: application/json",
        `Content-Length: ${body.length}`,
        "Expect: 100-continue"
      ]
      const socket = connect(Number(port), hostname)
      const heard = hear(socket)
      socket.write(`${head.join("\r\n")}\r\n\r\n`)
      // Only a server that has the request asks for its body.
      yield* Effect.promise(() => heard.until("100 Continue"))
      socket.write(body.slice(0, 5))
      child.kill("SIGTERM")
      while (yield* Effect.promise(() => accepts(Number(port), hostname))) yield* Effect.yieldNow()
      expect(child.exitCode).toBeNull()
      socket.write(body.slice(5))
      yield* Effect.promise(() => heard.until("Connection: close"))
      yield* Effect.promise(() => heard.until('"code_refused"'))
      const { code, stderr } = yield* Effect.promise(() => ended)
      expect(code).toBe(0)
      socket.destroy()

      const line = { timestamp: expect.stringMatching(/^\d{4}-.*Z$/), level: "INFO" }
      const request = {
        ...line,
        message: "request",
        client_address: "127.0.0.1",
        millis: expect.any(Number),
        request_id: expect.any(String)
      }
      const [unknown, known] = [null, expect.any(String)].map((id) => ({ key: id, organization: id }))
      expect(
        stderr
          .trim()
          .split("\n")
          .map((text) => JSON.parse(text))
      ).toEqual([
        { ...line, message: "started", url: new URL(url).origin },
        { ...request, ...unknown, user: null, method: "GET", path: "/api/v1/presets", status: 401 },
        { ...line, message: "stopping" },
        {
          ...line,
          message: "authorization code refused",
          reason: "unknown",
          code: expect.any(String),
          request_id: expect.any(String)
        },
        { ...request, ...known, user: "owner", method: "POST", path: "/api/v1/auth/keys", status: 400 },
        { ...line, message: "stopped" }
      ])
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
