import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import type { Page } from "puppeteer-core"
import { freePort } from "../../../../test/freePort.js"
import { programOf, running } from "../../../cli/test/harness/proxies.js"
import { temporaryFolder } from "../../../cli/test/harness/temporaryFolder.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { openPage } from "./openPage.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

/** Asks the API beside the page who holds a key, as the page's own script may. Status 0 means that nothing has answered. */
const askBeside = (page: Page, key: string) =>
  Effect.promise(() =>
    page.evaluate(async (key) => {
      const url = new URL("api/v1/key", location.href).href
      const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } }).catch(() => null)
      return { path: new URL(url).pathname, status: answer?.status ?? 0 }
    }, key)
  )

inBrowser("the page calls the API beside it and nobody else, and everybody can use it", () =>
  Effect.gen(function* () {
    const { keys, page, violations } = yield* openConsole(yield* openedBrowser)
    expect(yield* askBeside(page, keys.MGMT_KEY)).toEqual({ path: "/api/v1/key", status: 200 })
    expect(yield* violations).toEqual([])
    yield* Effect.promise(() => page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]))
    expect(yield* violations).toEqual([])
    // Nothing is kept before a key was pasted.
    const kept = page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])
    expect(yield* Effect.promise(() => kept)).toEqual([0, 0, ""])
  })
)

inBrowser("a browser that opens the server's address is led to the page", () =>
  Effect.gen(function* () {
    const { page, server } = yield* openConsole(yield* openedBrowser)
    yield* Effect.promise(() => page.goto(server.origin))
    expect(page.url()).toBe(`${server.origin}/console`)
  })
)

inBrowser("with --no-console there is no page, and a browser is led to the document of the API", () =>
  Effect.gen(function* () {
    const { expects, page, server } = yield* openConsole(yield* openedBrowser, ["--no-console"])
    expects(/status of 404/)
    expect(yield* Effect.promise(() => page.evaluate(() => document.body.textContent))).toContain('"no_such_route"')
    const { status, url } = yield* Effect.promise(() => fetch(server.origin, { headers: { accept: "text/html" } }))
    expect([status, url]).toEqual([200, `${server.origin}/docs`])
  })
)

inBrowser("the page's policy stops a script, a style, a picture, a frame and a request that are not its own", () =>
  Effect.gen(function* () {
    const { expects, page } = yield* openConsole(yield* openedBrowser)
    expects(/^policy: |Content Security Policy|^request: https:\/\/tollgate\.example\//)
    const stopped = page.evaluate(async () => {
      const reports: Array<string> = []
      const reported = new Promise<void>((resolve) => {
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
          if (reports.push(effectiveDirective) === 7) resolve()
        })
      })
      const add = (name: string, fields: object) =>
        document.body.append(Object.assign(document.createElement(name), fields))
      add("script", { textContent: "globalThis.ran = true" })
      add("style", { textContent: "body { display: none }" })
      add("img", { src: "/favicon.ico" })
      add("iframe", { src: "/docs" })
      add("p", { innerHTML: '<b onclick="1" style="color: red">x</b>' })
      document.querySelector("b")?.click()
      await fetch("https://tollgate.example/").catch(() => {})
      await reported // Of those, the browser reports some later.
      return { ran: "ran" in globalThis, display: getComputedStyle(document.body).display, reports: reports.sort() }
    })
    expect(yield* Effect.promise(() => stopped)).toEqual({
      ran: false,
      display: "block",
      reports: [
        "connect-src",
        "frame-src",
        "img-src",
        "script-src-attr",
        "script-src-elem",
        "style-src-attr",
        "style-src-elem"
      ]
    })
  })
)

inBrowser("a page whose server stops goes on when it comes back", () =>
  Effect.gen(function* () {
    const { expects, keys, page, server } = yield* openConsole(yield* openedBrowser)
    expects(/net::ERR_/)
    expect((yield* askBeside(page, keys.MGMT_KEY)).status).toBe(200)
    yield* server.stop
    expect((yield* askBeside(page, keys.MGMT_KEY)).status).toBe(0)
    yield* server.start
    expect((yield* askBeside(page, keys.MGMT_KEY)).status).toBe(200)
  })
)

it.scopedLive.skipIf(chromium === null || programOf("nginx") === null)(
  "behind nginx the page is below a path, and so is its API",
  () =>
    Effect.gen(function* () {
      const { keys, server } = yield* openConsole(yield* openedBrowser)
      const folder = yield* temporaryFolder
      chmodSync(folder, 0o755)
      const port = yield* Effect.promise(freePort)
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => {
        mkdirSync(join(folder, name))
        return `${name}_temp_path ${folder}/${name};`
      })
      const user = process.getuid?.() === 0 ? "user root;" : ""
      writeFileSync(
        join(folder, "nginx.conf"),
        `${user} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr notice; events {}
http { access_log off; ${temporary.join(" ")}
  server { listen 127.0.0.1:${port}; location /gateway/ { proxy_pass ${server.origin}/; } } }`
      )
      const args = ["-e", "stderr", "-p", folder, "-c", join(folder, "nginx.conf")]
      yield* running(programOf("nginx") ?? "nginx", args, {}, /start worker process /)
      const { page } = yield* openPage(yield* openedBrowser, `http://127.0.0.1:${port}/gateway/`)
      expect(page.url()).toBe(`http://127.0.0.1:${port}/gateway/console`)
      expect(yield* askBeside(page, keys.MGMT_KEY)).toEqual({ path: "/gateway/api/v1/key", status: 200 })
    })
)

inBrowser("a host that mounts the service has the page below its path", () =>
  Effect.gen(function* () {
    const cwd = yield* temporaryFolder
    const gate = yield* Effect.acquireRelease(
      Effect.promise(() => Tollgate.open({ file: join(cwd, "tollgate.db") })),
      (gate) => Effect.promise(() => gate.close())
    )
    const { key } = yield* Effect.promise(() =>
      gate.organizations.findOrCreate({ name: "Northwind", owner_user_id: "ada@northwind.example" })
    )
    const handler = gate.nodeHandler({ basePath: "/gateway", console: true })
    const server = yield* Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const server = createServer(handler).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.async<void>((resume) => void server.close(() => resume(Effect.void)).closeAllConnections())
    )
    const address = server.address()
    const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`
    // The address of the service leads there.
    const { page } = yield* openPage(yield* openedBrowser, `${origin}/gateway`)
    expect(page.url()).toBe(`${origin}/gateway/console`)
    expect(yield* askBeside(page, key ?? "")).toEqual({ path: "/gateway/api/v1/key", status: 200 })
  })
)
