import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { Memory } from "@tollgate/core"
import type { SpendingStore } from "@tollgate/core/storage"
import { type Ports, spendingPromises } from "@tollgate/testing/contracts"
import { type Context, Effect, Exit, Layer, Logger, LogLevel } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isNightly } from "../../../test/runs.js"
import { mutants } from "./spendingMutants.js"

const dist = fileURLToPath(new URL("../../core/dist", import.meta.url))
// A path like that of the packages, so that Node.js loads the copies itself.
const root = mkdtempSync(join(realpathSync(tmpdir()), "tollgate-mutants-"))
const copies = join(root, "packages", "core", "dist")

beforeAll(() => {
  mkdirSync(copies, { recursive: true })
  symlinkSync(join(dist, "..", "node_modules"), join(copies, "..", "node_modules"))
  cpSync(join(dist, "..", "package.json"), join(copies, "..", "package.json"))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Spending = Layer.Layer<SpendingStore, never, Memory.MemoryState>

const store = join("store", "SpendingStoreMemory.js")

/** The modules of the folder that the store in memory is made of, by their paths within it. */
const made = new Map<string, string>()
const collect = (path: string) => {
  if (made.has(path)) return
  const code = readFileSync(join(dist, "spending", path), "utf8")
  made.set(path, code)
  for (const [, imported = ""] of code.matchAll(/ from "(\.\.?\/(?:\w+\/)?\w+\.js)"/g))
    collect(join(path, "..", imported))
}
collect(store)

/** The module of a name. */
const codeOf = (name: string) => [...made].find(([path]) => basename(path) === `${name}.js`)?.[1]

/** The store in memory of a copy of these modules in which one text is replaced. Other folders are core's own. */
const layerOf = async (name: string, file: string, from: string, to: string): Promise<Spending> => {
  const copy = join(copies, name.replaceAll(/\W+/g, "-"))
  mkdirSync(copy, { recursive: true })
  for (const { name } of readdirSync(dist, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    if (name !== "spending") symlinkSync(join(dist, name), join(copy, name))
  }
  for (const [path, code] of made) {
    const at = join(copy, "spending", path)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, basename(path) === `${file}.js` ? code.replace(from, () => to) : code)
  }
  const copied: { readonly make: Effect.Effect<Context.Context<SpendingStore>, never, Memory.MemoryState> } =
    await import(/* @vite-ignore */ pathToFileURL(join(copy, "spending", store)).href)
  return Layer.effectContext(copied.make)
}

const promises: Array<{ readonly name: string; readonly body: () => Effect.Effect<unknown, unknown, Ports> }> = []
spendingPromises((name, body) => promises.push({ name, body }))
// Most mutants fail a promise that is tried in a millisecond: those that take the longest come last.
const isLong = ({ name }: { readonly name: string }) => Number(/1,000|every law|chunk/.test(name))
promises.sort((one, other) => isLong(one) - isLong(other))

/** The first promise that does not hold over a layer; undefined if all hold. */
const firstBroken = async (layer: Spending) => {
  for (const { body, name } of promises) {
    const run = body().pipe(Logger.withMinimumLogLevel(LogLevel.None), Effect.timeout("20 seconds"))
    if (Exit.isFailure(await Effect.runPromiseExit(Effect.provide(run, Layer.provideMerge(layer, Memory.layer)))))
      return name
  }
  return undefined
}

/** By day the first of each module, and every third of all. */
const tried = mutants.filter(
  ([, file], index) => isNightly || index % 3 === 0 || mutants.findIndex(([, other]) => other === file) === index
)

it("each mutant replaces a text that stands once in its module", () => {
  for (const [name, file, from] of mutants) {
    expect({ name, pieces: codeOf(file)?.split(from).length }).toEqual({ name, pieces: 2 })
  }
})

describe("The contract of spending fails", () => {
  it.each(tried)("if %s", async (name, file, from, to) => {
    expect(await firstBroken(await layerOf(name, file, from, to))).toBeDefined()
  })
})
