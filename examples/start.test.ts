import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { runHere } from "../packages/cli/test/harness/here.js"
import { keptByNpm, serveFlags } from "../scripts/keptByNpm.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

describe("npm start", () => {
  it.skipIf(process.platform === "win32")("refuses flags without -- before them, and says what to type", async () => {
    const started = await new Promise((done) =>
      execFile("npm", ["start", "--silent", "--port", "1"], { cwd: root }, (error, stdout, stderr) =>
        done({ code: error?.code, stdout, stderr })
      )
    )
    const said = "npm kept --port for itself. Write -- before the flags of the server: npm start -- --port 1\n"
    expect(started).toEqual({ code: 2, stdout: "", stderr: said })
  })

  it("loads nothing that a fresh checkout has yet to install", () => {
    const loaded = new Set<string>()
    const load = (file: URL) => {
      if (loaded.size === loaded.add(file.href).size) return
      const imports = readFileSync(file, "utf8").matchAll(/^import (?:[^"]* from )?"([^"]+)"$/gm)
      for (const [, name = ""] of imports) {
        if (isBuiltin(name)) continue
        expect(name, file.pathname).toMatch(/^\./)
        load(new URL(name, file))
      }
    }
    for (const script of ["build", "start", "test", "pack"]) load(new URL(`../scripts/${script}.mjs`, import.meta.url))
    expect([...loaded].some((file) => file.endsWith("/clientShared.mjs"))).toBe(true)
  })

  it("names each flag that npm has kept, with its value where npm tells it", () => {
    const rest = "Write -- before the flags of the server: npm start --"
    expect([
      keptByNpm({ npm_config_serve_credentials: "true" }, []),
      keptByNpm({ npm_config_host: "0.0.0.0", npm_config_port: "true" }, ["9000"]),
      keptByNpm({ npm_config_console: "" }, []),
      keptByNpm({ npm_config_loglevel: "silent", TOLLGATE_PORT: "9000" }, ["--port", "9000"])
    ]).toEqual([
      `npm kept --serve-credentials for itself. ${rest} --serve-credentials`,
      `npm kept --host, --port for itself. ${rest} --host 0.0.0.0 --port …`,
      `npm kept --no-console for itself. ${rest} --no-console`,
      null
    ])
  })

  it("knows every flag of the server", async () => {
    const { stdout } = await runHere(["serve", "--help"])
    const flags = [...new Set(stdout.match(/(?<=^ {2}--)[a-z-]+/gm))].sort()
    expect(serveFlags).toEqual(flags)
  })
})
