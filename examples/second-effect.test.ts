import { execFile } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { brief } from "../test/brief.js"
import { isNightly } from "../test/runs.js"

const root = fileURLToPath(new URL("..", import.meta.url))
const run = promisify(execFile)

const manifests = readdirSync(`${root}packages`).map((folder) => ({
  folder,
  ...JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, "utf8"))
}))

/**
 * The packages and their entries that code can import. A contract is a suite, which only a test runner can import, and the
 * command bundles its own Effect.
 */
const packages = manifests
  .filter((manifest) => manifest.private !== true && manifest.bin === undefined)
  .map(({ exports, folder, name }) => ({
    folder,
    name,
    entries: Object.keys(exports)
      .filter((path) => !/needsEffect3|contracts|\.json$/.test(path))
      .map((path) => name + path.slice(1))
  }))

/** All at night; by day the one that all others import. */
const chosen = packages.filter(({ folder }) => isNightly || folder === "core")

const toDataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`

/** Resolves `effect/ModuleVersion` to another version for one package only. */
const otherEffectIn = (folder: string) => {
  const other = toDataUrl('export const getCurrentVersion = () => "4.1.0"')
  const hooks = toDataUrl(`export const resolve = (specifier, context, next) =>
    specifier === "effect/ModuleVersion" && context.parentURL.includes("/packages/${folder}/")
      ? { url: "${other}", shortCircuit: true }
      : next(specifier, context)`)
  return toDataUrl(`import { register } from "node:module"; register("${hooks}")`)
}

describe("A package that finds a second Effect", () => {
  it.concurrent.each(chosen)("does not start, by any of its entries: $name", async ({ entries, folder, name }) => {
    const code = `for (const entry of ${JSON.stringify(entries)}) {
      await import(entry).catch((error) => console.log(entry + ": " + error.message))
    }`
    const args = [...brief, "--import", otherEffectIn(folder), "--input-type=module", "-e", code]
    const { stdout } = await run(process.execPath, args, { cwd: root })
    const refusal = `${name} needs Effect 3.22 or a later 3, and found 4.1.0. Install one for all that import it: npm install effect@3`
    expect(stdout.trimEnd().split("\n")).toEqual(entries.map((entry) => `${entry}: ${refusal}`))
  })
})
