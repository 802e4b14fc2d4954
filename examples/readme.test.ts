import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, describe, expect, it } from "vitest"
import { brief } from "../test/brief.js"
import { documentCommands, linesOf } from "../test/documentCommands.js"
import { freePort } from "../test/freePort.js"
import { terminal as openTerminal } from "../test/terminal.js"

const root = fileURLToPath(new URL("..", import.meta.url))

/** A checkout of its own: what the blocks call, and no database. */
const cwd = mkdtempSync(join(root, "examples/.snippets-"))
for (const folder of ["examples", "packages"]) symlinkSync(join(root, folder), join(cwd, folder))
const cleanups: Array<() => unknown> = [() => rmSync(cwd, { recursive: true })]
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

const commands = (beginning: string, document = "README.md") => documentCommands(document, beginning)

const stop = async (child: ChildProcess) => {
  if (child.exitCode !== null) return child.exitCode
  const exit = once(child, "exit")
  child.kill()
  return (await exit)[0]
}

/** Starts a program, and reads what it prints up to its last line. */
const start = async (args: ReadonlyArray<string>, variables: NodeJS.ProcessEnv = {}) => {
  const { OPENAI_API_KEY, ...env } = process.env
  const child = spawn(process.execPath, [...brief, ...args], { cwd, env: { ...env, ...variables } })
  cleanups.push(() => stop(child))
  let printed = ""
  for await (const text of child.stdout.setEncoding("utf8")) {
    printed += text
    if (printed.includes("Ctrl+C stops it.\n")) break
  }
  return { child, printed }
}

/** A shell in the checkout, which ends with the tests. */
const terminal = (env: NodeJS.ProcessEnv) => {
  const opened = openTerminal(cwd, env)
  cleanups.push(opened.end)
  return opened
}

/** What differs from one run to the next. */
const invented = (text: string) =>
  text
    .replaceAll(/(?<=127\.0\.0\.1:)\d+/g, "port")
    .replaceAll(/tg_([mgs])k_[\w…]+(\.\.\.\w+)?/g, "tg_$1k_")
    .replaceAll(/[0-9a-f]{64}/g, "hash")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4,12}){4}/g, "id")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .trim()

describe("README.md, and the first requests of docs/operations.md and docs/spending.md", () => {
  it.skipIf(process.platform === "win32")(
    "lead from a first start to a model's answer, to the 429 and to the API, word for word, each block in a new shell",
    async () => {
      const port = await freePort()
      const command = join(root, "packages/cli/bin/tollgate.js")
      const server = await start([command, "serve", "--port", port, "--log", "none"])
      const [first, gatewayStart] = [commands("npm start"), commands("node examples/gateway")]
      expect(invented(server.printed)).toBe(invented(first[0]?.shown ?? ""))

      const [, program = ""] = gatewayStart[0]?.code.trim().split(" ") ?? []
      const gateway = await start([program], { PORT: "0" })
      expect(invented(gateway.printed)).toBe(invented(gatewayStart[0]?.shown ?? ""))
      const [address = ""] = gateway.printed.split("/v1")

      const [management = ""] = /tg_mk_\w+/.exec(server.printed) ?? []
      const [spending = ""] = /tg_gk_\w+/.exec(server.printed) ?? []
      const env = { ...process.env, api: `http://127.0.0.1:${port}/api/v1` }
      const shells = ["README.md", "docs/operations.md", "docs/spending.md"].map((document) =>
        commands(". examples/shell.sh", document)
      )
      expect(shells.map(({ length }) => length)).toEqual([1, 1, 2])
      for (const { code, shown } of shells.flat()) {
        const given = code.replace("tg_mk_…", management).replace("tg_gk_…", spending)
        const here = given.replace("http://127.0.0.1:8080", address)
        const { stderr, stdout } = await promisify(execFile)("sh", ["-c", here], { cwd, env })
        expect({ stderr, printed: invented(stdout) }).toEqual({ stderr: "", printed: invented(shown) })
      }

      const page = await fetch(`http://127.0.0.1:${port}/docs`)
      expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "text/html"])
      await page.text()
      expect([await stop(gateway.child), await stop(server.child)]).toEqual([0, 0])
    }
  )
})

describe("The first minute of docs/alerts.md", () => {
  it.skipIf(process.platform === "win32")(
    "leads from a webhook to alerts, to a request for more and to what waits for it, word for word",
    async () => {
      const document = "docs/alerts.md"
      const [port, receiving] = [await freePort(), await freePort()]
      const command = join(root, "packages/cli/bin/tollgate.js")
      const env = { ...process.env, DATABASE: "alerts.db", PORT: receiving, TOLLGATE_DATABASE: "alerts.db" }
      const flags = ["--port", port, "--log", "none"]
      // As npm start does, which builds as well.
      expect(commands("npm start", document)[0]?.code).toBe("npm start -- --webhook-private\n")
      await start([command, "serve", ...flags, "--webhook-private"], env)

      const shells = [". examples", ". examples", "KEY=", "id="].map((beginning) => commands(beginning, document))
      const [receives, spends] = shells[0] ?? []
      const [waits, approves] = [shells[2]?.[0], shells[3]?.[0]]
      const receiver = terminal(env)
      const here = (text: string) => text.replaceAll("8090", receiving)
      receiver.type(here(receives?.code ?? "").replace("SECRET=$secret node", "SECRET=$secret exec node"))
      expect(await receiver.shown(1)).toEqual(linesOf(here(receives?.shown ?? "")))

      const other = terminal(env)
      other.type(spends?.code ?? "")
      expect(await other.shown(5)).toEqual(linesOf(spends?.shown ?? ""))
      const [, told = ""] = /^Meanwhile.*?^```text\n(.*?)^```$/ms.exec(readFileSync(join(root, document), "utf8")) ?? []
      expect(await receiver.shown(5)).toEqual(linesOf(told))

      other.type(waits?.code ?? "")
      expect(await other.shown(1)).toEqual(linesOf(waits?.shown ?? ""))
      other.type(approves?.code ?? "")
      const table = (text: string) => text.replace(/[0-9a-f]{39}…/, "hash")
      const answered = await other.shown(4)
      // The approval and what waits for it are two processes.
      expect(answered.map(table).sort()).toEqual(
        linesOf(approves?.shown ?? "")
          .map(table)
          .sort()
      )
      expect(await receiver.end()).toBe(0)
      other.type("exit")
    }
  )
})
