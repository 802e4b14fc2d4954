import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { BASE_PATH, operations } from "@tollgate/http"
import { Effect } from "effect"
import { hear } from "./harness/clients.js"
import { type Served, serving } from "./harness/command.js"
import { withDatabase } from "./harness/database.js"
import { runHere, servingHere } from "./harness/here.js"
import { Wire } from "./harness/http.js"
import { temporaryFolder } from "./harness/stores.js"

const wired = Effect.acquireRelease(
  Effect.sync(() => new Wire()),
  (wire) => Effect.sync(() => wire.close())
)

const KEY = /tg_mk_[0-9A-Za-z]{49}/

/** Runs the printed line as a shell would; without curl, asks the same of the same address. */
const follow = Effect.fnUntraced(function* (line: string) {
  if (spawnSync("curl", ["--version"]).status === 0) {
    return execFileSync("sh", ["-c", line], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  }
  const [, key = "", url = ""] = /^curl -H 'Authorization: Bearer (\S+)' (\S+)$/.exec(line) ?? []
  const wire = yield* wired
  return (yield* Effect.promise(() => wire.send(url, { key }))).body
})

/** Sends a server requests on connections old and new, and then SIGTERM. Each is answered, and the server ends. */
const answersAllThenStops = Effect.fnUntraced(function* ({ child, url }: Served, key: string) {
  const { hostname, port } = new URL(url)
  const lines = ["Host: localhost", `Authorization: Bearer ${key}`]
  const asking = [`GET ${BASE_PATH}/workspaces/default/members HTTP/1.1`, ...lines, "", ""].join("\r\n")
  const opened = Effect.async<ReturnType<typeof hear> & { readonly socket: Socket }>((resume) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(asking)
      resume(Effect.succeed({ socket, ...hear(socket) }))
    })
  })
  const many = Effect.replicateEffect(opened, 16)
  const old = yield* many
  yield* Effect.promise(() => Promise.all(old.map(({ until }) => until('"total_count":1}'))))
  // While it sleeps, all of this comes at once: requests, connections, and the signal.
  child.kill("SIGSTOP")
  for (const { socket } of old) socket.write(asking)
  const clients = [...old, ...(yield* many)]
  child.kill("SIGTERM")
  child.kill("SIGCONT")
  yield* Effect.promise(() => Promise.all(clients.map(({ closed }) => closed)))
  const answers = (text: string) => text.split('"total_count":1}').length - 1
  expect(clients.map(({ heard }) => answers(heard()))).toEqual(clients.map((_, i) => (i < 16 ? 2 : 1)))
})

describe("serve", () => {
  const once =
    "prints the key of a new database once, with a line for the shell that works; answers all that was sent before SIGTERM came, on connections old and new"
  it.scopedLive(once, () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const first = yield* serving(["--log", "none"], { cwd })
      const { stdout } = first.written
      expect(stdout).toMatch(/^Organization {4}[0-9a-f-]{36}\nManagement key {2}tg_mk_[0-9A-Za-z]{49}\n/)
      const line = stdout.split("\n").find((each) => each.trimStart().startsWith("curl"))
      const members = JSON.parse(yield* follow(line?.trim() ?? ""))
      expect(members).toEqual({
        data: [
          {
            id: expect.any(String),
            user_id: "owner",
            workspace_id: expect.any(String),
            role: "admin",
            created_at: expect.any(String)
          }
        ],
        total_count: 1
      })
      const key = KEY.exec(stdout)?.[0] ?? ""
      yield* answersAllThenStops(first, key)
      expect(yield* Effect.promise(() => first.ended)).toEqual({ code: 0, stdout, stderr: "" })

      const second = yield* servingHere(["--log", "none"], { cwd })
      expect(second.written.stdout).not.toMatch(KEY)
      expect(second.written.stdout.split("\n")).toHaveLength(2)
      const wire = yield* wired
      const again = yield* Effect.promise(() => wire.send(`${second.url}/workspaces/default/members`, { key }))
      expect(JSON.parse(again.body)).toEqual(members)
    })
  )

  it.scopedLive(
    "shows its document, on a page that loads nothing from elsewhere; once its storage fails, it is alive and not ready",
    () =>
      Effect.gen(function* () {
        const cwd = yield* temporaryFolder
        const { url } = yield* servingHere(["--log", "none"], { cwd })
        const wire = yield* wired
        const document = yield* Effect.promise(() => wire.send(new URL("/openapi.json", url).href))
        expect([document.status, document.headers["content-type"]]).toEqual([200, "application/json"])
        const paths = new Set(operations.map(({ path }) => BASE_PATH + path))
        expect(new Set(Object.keys(JSON.parse(document.body).paths))).toEqual(paths)
        const page = yield* Effect.promise(() => wire.send(new URL("/docs", url).href))
        expect(page.status).toBe(200)
        expect(page.headers["content-type"]).toMatch(/^text\/html/)
        expect(page.body).not.toMatch(/\b(src|href|action)\s*=\s*["']?\s*(https?:)?\/\//i)
        expect(page.body).not.toMatch(/@import|url\(\s*["']?(https?:)?\/\//i)

        const at = (path: string) =>
          Effect.promise(async () => {
            const { body, status } = await wire.send(new URL(path, url).href)
            return { status, body: JSON.parse(body) }
          })
        expect(yield* at("/readyz")).toEqual({ status: 200, body: { status: "ok" } })
        overwriteHeader(join(cwd, "tollgate.db"))
        const reason = { reason: "unavailable" }
        // What was found lately is answered again, for less than a second.
        while ((yield* at("/readyz")).status === 200) yield* Effect.yieldNow()
        expect(yield* at("/readyz")).toEqual({
          status: 503,
          body: { error: { code: 503, message: "Service unavailable", metadata: reason } }
        })
        expect(yield* at("/healthz")).toEqual({ status: 200, body: { status: "ok" } })
      })
  )
})

describe("--serve-credentials", () => {
  const settings: ReadonlyArray<
    readonly [title: string, args: ReadonlyArray<string>, variables: Record<string, string>, status: number]
  > = [
    ["not given, refuses", [], {}, 403],
    ["serves them", ["--serve-credentials"], {}, 404],
    ["as a variable serves them", [], { TOLLGATE_SERVE_CREDENTIALS: "true" }, 404],
    [
      "as false refuses, whatever the variable says",
      ["--serve-credentials=false"],
      { TOLLGATE_SERVE_CREDENTIALS: "true" },
      403
    ]
  ]

  it.scopedLive.each(settings)("%s", ([, args, variables, status]) =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const { url, written } = yield* servingHere(["--log", "none", ...args], { cwd, variables })
      const wire = yield* wired
      const key = /tg_gk_[0-9A-Za-z]{49}/.exec(written.stdout)?.[0] ?? ""
      const path = "/holds/01a19467-e800-7cc3-98c4-dc0c0c07398f/credentials/3f0e3a4e-52d8-4f5b-8a55-6d3f2f1d9f10"
      const answer = yield* Effect.promise(() => wire.send(url + path, { method: "POST", key }))
      const reason = status === 403 ? "credentials_not_served" : "hold_not_found"
      expect([answer.status, JSON.parse(answer.body).error.metadata.reason]).toEqual([status, reason])
    })
  )
})

describe("--compat", () => {
  const settings: ReadonlyArray<
    readonly [title: string, args: ReadonlyArray<string>, variables: Record<string, string>, answers: boolean]
  > = [
    ["not given, answers in the contract's form", [], {}, false],
    ["answers in the client's form", ["--compat", "openrouter"], {}, true],
    ["as a variable does, too", [], { TOLLGATE_COMPAT: "openrouter" }, true]
  ]

  it.scopedLive.each(settings)("%s", ([, args, variables, answers]) =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const { url, written } = yield* servingHere(["--log", "none", ...args], { cwd, variables })
      const wire = yield* wired
      const key = KEY.exec(written.stdout)?.[0] ?? ""
      const { body } = yield* Effect.promise(() => wire.send(`${url}/key`, { key }))
      expect("is_free_tier" in JSON.parse(body).data).toBe(answers)
    })
  )
})

describe("the console", () => {
  const settings: ReadonlyArray<
    readonly [title: string, args: ReadonlyArray<string>, variables: Record<string, string>, isServed: boolean]
  > = [
    ["is served, and a start says where", [], {}, true],
    ["is not, with --no-console, and no start names it", ["--no-console"], {}, false],
    ["is not, with the variable, either", [], { TOLLGATE_NO_CONSOLE: "true" }, false],
    ["is served whatever the variable says", ["--no-console=false"], { TOLLGATE_NO_CONSOLE: "true" }, true]
  ]

  it.scopedLive.each(settings)("%s", ([, args, variables, isServed]) =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const { url, written } = yield* servingHere(["--log", "none", ...args], { cwd, variables })
      const wire = yield* wired
      const { origin } = new URL(url)
      const { status } = yield* Effect.promise(() => wire.send(`${origin}/console`))
      const led = yield* Effect.promise(() => wire.send(`${origin}/`, { headers: { Accept: "text/html" } }))
      expect([status, led.status, led.headers["location"]]).toEqual(
        isServed ? [200, 302, "console"] : [404, 302, "/docs"]
      )
      const address = isServed ? `Open ${origin}/console with the management key, or try:` : "Try it:"
      expect(written.stdout).toContain(`Store these keys now. They are not shown again. ${address}\n`)
      const pages = `${isServed ? `its console is at ${origin}/console, ` : ""}and its documentation is at ${origin}/docs`
      expect(written.stdout.split("\n").at(-2)).toBe(`Tollgate answers at ${url}, ${pages}. Ctrl+C stops it.`)
    })
  )
})

describe("--allow-import", () => {
  it.scopedLive("serves the import of keys, which is otherwise no route", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      // A process, because commands run here beside it.
      const { url, written } = yield* serving(["--log", "none", "--allow-import"], { cwd })
      const wire = yield* wired
      const { status } = yield* Effect.promise(() => wire.send(`${url}/keys/import`, { method: "POST" }))
      expect(status).toBe(401)
      const secret_hash = createHash("sha256").update("sk-or-v1-alice").digest("hex")
      writeFileSync(join(cwd, "keys.ndjson"), `${JSON.stringify({ secret_hash, name: "Alice" })}\n`)
      const TOLLGATE_KEY = /tg_mk_[0-9A-Za-z]{49}/.exec(written.stdout)?.[0] ?? ""
      const run = (at: string) =>
        Effect.promise(() =>
          runHere(["keys", "import", "keys.ndjson", "--prefix", "sk-or-v1-", "--url", at], {
            cwd,
            variables: { TOLLGATE_KEY }
          })
        )
      expect(yield* run(url)).toMatchObject({ code: 0, stderr: "" })
      expect(yield* run(url)).toMatchObject({
        code: 1,
        stderr: "Line 1 was refused (hash_taken):\n  A secret_hash is in use already.\nNo key was imported.\n"
      })
      const accepted = yield* Effect.promise(() => wire.send(`${url}/key`, { key: "sk-or-v1-alice" }))
      expect(accepted.status).toBe(200)
    })
  )
})

describe("--cors-origin", () => {
  const [app, other] = ["https://app.example", "https://other.example"]
  const named = (origin: string) => ({
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-expose-headers": expect.stringContaining("X-Request-Id")
  })
  const settings: ReadonlyArray<
    readonly [title: string, args: ReadonlyArray<string>, variables: Record<string, string>]
  > = [
    ["repeated, in both forms", ["--cors-origin", app, `--cors-origin=${other}`], {}],
    ["as a variable with spaces", [], { TOLLGATE_CORS_ORIGIN: ` ${app} , ${other} ` }],
    ["as a flag that replaces the variable", ["--cors-origin", `${app},${other}`], { TOLLGATE_CORS_ORIGIN: "*" }]
  ]

  const serveWith = Effect.fnUntraced(function* (args: ReadonlyArray<string>, variables: Record<string, string>) {
    const { url } = yield* servingHere(["--log", "none", ...args], { cwd: yield* temporaryFolder, variables })
    const wire = yield* wired
    return (method: string, headers: Readonly<Record<string, string>>) =>
      Effect.promise(async () => {
        const answer = await wire.send(`${url}/keys`, { method, headers })
        const cors = Object.entries(answer.headers).filter(([name]) => /^(vary|access-control-.*)$/.test(name))
        return { status: answer.status, cors: Object.fromEntries(cors) }
      })
  })

  it.scopedLive.each(settings)("%s lets pages of these origins call, and no others", ([, args, variables]) =>
    Effect.gen(function* () {
      const call = yield* serveWith(args, variables)
      for (const origin of [app, other]) {
        expect(yield* call("OPTIONS", { Origin: origin, "Access-Control-Request-Method": "POST" })).toEqual({
          status: 204,
          cors: {
            ...named(origin),
            "access-control-allow-methods": "GET, POST, HEAD",
            "access-control-allow-headers": expect.stringContaining("Authorization"),
            "access-control-max-age": "7200"
          }
        })
        expect(yield* call("GET", { Origin: origin })).toEqual({ status: 401, cors: named(origin) })
      }
      for (const origin of ["https://evil.example", "null"]) {
        const asked = { Origin: origin, "Access-Control-Request-Method": "POST" }
        expect(yield* call("OPTIONS", asked)).toEqual({ status: 405, cors: { vary: "Origin" } })
        expect(yield* call("GET", { Origin: origin })).toEqual({ status: 401, cors: { vary: "Origin" } })
      }
    })
  )

  it.scopedLive("is off by default", () =>
    Effect.gen(function* () {
      const call = yield* serveWith([], {})
      const asked = { Origin: app, "Access-Control-Request-Method": "POST" }
      expect(yield* call("OPTIONS", asked)).toEqual({ status: 405, cors: {} })
      expect(yield* call("GET", { Origin: app })).toEqual({ status: 401, cors: {} })
    })
  )
})

/** Damages a database under its server. A write by another process makes the server check the file again. */
const overwriteHeader = (file: string) =>
  withDatabase(file, (database) => {
    const write = () => database.exec("UPDATE organizations SET name = 'Acme'")
    write()
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    database.all("SELECT name FROM organizations")
    const descriptor = openSync(file, "r+")
    writeSync(descriptor, Buffer.alloc(100, 7), 0, 100, 0)
    closeSync(descriptor)
    write()
  })
