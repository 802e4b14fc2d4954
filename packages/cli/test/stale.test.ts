import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"

const cli = fileURLToPath(new URL("..", import.meta.url))

const root = mkdtempSync(join(tmpdir(), "tollgate-stale-"))
afterAll(() => rmSync(root, { recursive: true }))

/** A copy of the command whose bundle prints a word, made from one source. */
const copied = () => {
  const home = mkdtempSync(join(root, "copy-"))
  cpSync(join(cli, "bin"), join(home, "bin"), { recursive: true })
  mkdirSync(join(home, "bundle"))
  writeFileSync(join(home, "package.json"), '{ "type": "module" }')
  writeFileSync(join(home, "source.ts"), "")
  writeFileSync(join(home, "bundle/tollgate.cjs"), 'console.log("runs")')
  writeFileSync(join(home, "bundle/sources.json"), '["../source.ts"]')
  utimesSync(join(home, "source.ts"), 1_000, 1_000)
  utimesSync(join(home, "bundle/sources.json"), 2_000, 2_000)
  return home
}

const run = (home: string) =>
  new Promise((resolve) =>
    execFile(process.execPath, [join(home, "bin/tollgate.js")], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr })
    )
  )

const refused = { code: 1, stdout: "", stderr: "The tollgate command is older than its sources: run npm run build.\n" }

describe("the command in a checkout", () => {
  it("runs when its bundle is newer than its sources", async () => {
    expect(await run(copied())).toEqual({ code: 0, stdout: "runs\n", stderr: "" })
  })

  it("refuses to run when a source is newer than its bundle", async () => {
    const home = copied()
    utimesSync(join(home, "source.ts"), 3_000, 3_000)
    expect(await run(home)).toEqual(refused)
  })

  it("refuses to run when a source is gone", async () => {
    const home = copied()
    rmSync(join(home, "source.ts"))
    expect(await run(home)).toEqual(refused)
  })

  it("knows the sources of every package that it is made from, compiled and not", () => {
    const sources: ReadonlyArray<string> = JSON.parse(readFileSync(join(cli, "bundle/sources.json"), "utf8"))
    expect(sources).toEqual(
      expect.arrayContaining([
        "../src/run.ts",
        "../dist/run.js",
        "../../core/src/keys/updateKey.ts",
        "../../core/dist/keys/updateKey.js",
        "../../http/src/api/KeysApi.ts",
        "../../testing/dist/conformance/keys/updateKey.js"
      ])
    )
  })
})

describe("an installed command", () => {
  it("checks nothing, since it has no list of sources", async () => {
    const home = copied()
    rmSync(join(home, "bundle/sources.json"))
    rmSync(join(home, "source.ts"))
    expect(await run(home)).toEqual({ code: 0, stdout: "runs\n", stderr: "" })
  })
})
