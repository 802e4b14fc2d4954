import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"

const root = mkdtempSync(join(tmpdir(), "tollgate-compiled-"))
afterAll(() => rmSync(root, { recursive: true }))

/** A copy of the command whose bundle has two parts; the second prints a word. */
const copied = () => {
  const home = mkdtempSync(join(root, "copy-"))
  cpSync(fileURLToPath(new URL("../bin", import.meta.url)), join(home, "bin"), { recursive: true })
  mkdirSync(join(home, "bundle"))
  writeFileSync(join(home, "package.json"), '{ "type": "module" }')
  writeFileSync(join(home, "bundle/tollgate.cjs"), 'process.exitCode = require("./part.cjs").code')
  print(home, "first")
  return home
}

const print = (home: string, word: string, code = 0) =>
  writeFileSync(join(home, "bundle/part.cjs"), `console.log("${word}"); exports.code = ${code}`)

const run = (home: string, ...args: ReadonlyArray<string>) =>
  new Promise((resolve) =>
    execFile(process.execPath, [join(home, "bin/tollgate.js"), ...args], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr })
    )
  )

const printed = (word: string, code = 0) => ({ code, stdout: `${word}\n`, stderr: "" })
const folder = (home: string) => join(home, "bundle/.compiled")

// Later ones keep compiled code by themselves.
describe.skipIf(!process.version.startsWith("v20."))("compiled code, on Node.js 20", () => {
  it("is kept, and run by the next start of the command", async () => {
    const home = copied()
    expect(await run(home, "init")).toEqual(printed("first"))
    // V8 compares the lengths of sources alone. In a bundle, the name of a part changes with its contents.
    print(home, "other")
    expect(await run(home, "init")).toEqual(printed("first"))
    expect(await run(home, "serve")).toEqual(printed("other"))
    expect(readdirSync(folder(home)).map((name) => name.split("-")[0])).toEqual(["init", "serve"])
  })

  it("is not run once the bundle has changed, or when it is damaged, and is then replaced", async () => {
    const home = copied()
    await run(home, "init")
    const [name = ""] = readdirSync(folder(home))
    const whole = readFileSync(join(folder(home), name))
    for (const damaged of [Buffer.from(whole).fill(0, 200, 300), whole.subarray(0, 100), Buffer.alloc(0)]) {
      print(home, "other")
      writeFileSync(join(folder(home), name), damaged)
      expect(await run(home, "init")).toEqual(printed("other"))
      print(home, "third")
      expect(await run(home, "init")).toEqual(printed("other"))
    }
    writeFileSync(join(home, "bundle/tollgate.cjs"), 'require("./part.cjs")')
    expect(await run(home, "init")).toEqual(printed("third"))
  })

  it("is not kept by a command that failed, nor where nothing can be created", async () => {
    const home = copied()
    print(home, "first", 1)
    expect(await run(home, "init")).toEqual(printed("first", 1))
    expect(readdirSync(join(home, "bundle"))).toEqual(["part.cjs", "tollgate.cjs"])
    print(home, "first")
    writeFileSync(folder(home), "a file")
    expect(await run(home, "../init")).toEqual(printed("first"))
    expect(readFileSync(folder(home), "utf8")).toBe("a file")
  })
})
