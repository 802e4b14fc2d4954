import { execFile } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const run = promisify(execFile)

const manifests = readdirSync(`${root}packages`).map((folder) => ({
  folder,
  ...JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, "utf8"))
}))

/** Every entry that code can import: a contract is a suite, which only a test runner can, and the command brings its Effect. */
const entries = manifests
  .filter((manifest) => manifest.private !== true && manifest.bin === undefined)
  .flatMap(({ exports, folder, name }) =>
    Object.keys(exports)
      .filter((path) => !/assertEffectVersion|contracts|\.json$/.test(path))
      .map((path) => ({ folder, name, entry: name + path.slice(1) }))
  )

const toDataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`

/** Has one package find another Effect than the rest do. */
const otherEffectIn = (folder: string) => {
  const other = toDataUrl('export const getCurrentVersion = () => "4.1.0"')
  const hooks = toDataUrl(`export const resolve = (specifier, context, next) =>
    specifier === "effect/ModuleVersion" && context.parentURL.includes("/packages/${folder}/")
      ? { url: "${other}", shortCircuit: true }
      : next(specifier, context)`)
  return toDataUrl(`import { register } from "node:module"; register("${hooks}")`)
}

describe("A package that finds a second Effect", () => {
  it.concurrent.each(entries)("does not begin: $entry", async ({ entry, folder, name }) => {
    const code = `await import("${entry}").catch((error) => console.log(error.message))`
    const args = ["--import", otherEffectIn(folder), "--input-type=module", "-e", code]
    const { stdout } = await run(process.execPath, args, { cwd: root })
    const install = "Install one for all that import it: npm install effect@3"
    expect(stdout).toBe(`${name} needs Effect 3.22 or a later 3, and found 4.1.0. ${install}\n`)
  })
})
