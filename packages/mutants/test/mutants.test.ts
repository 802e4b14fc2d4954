import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { accepted, acceptedEntry, staleEntries } from "../src/accepted.mjs"
import { shuffle } from "../src/draw.mjs"
import { findMutants } from "../src/findMutants.mjs"
import { judge } from "../src/judge.mjs"
import { applyChange, mutationPoints } from "../src/mutationPoints.mjs"
import { closeRecord, reaching, readRecord } from "../src/reach.mjs"

const checkout = fileURLToPath(new URL("../../..", import.meta.url))
const mutated = (code: string) => mutationPoints(code).map((point) => applyChange(code, point))

describe("The mutants of a module", () => {
  it("change each condition, bound, constant and optional access", () => {
    expect(mutated("const f = (a, b) => a?.n < 2 && !b")).toEqual([
      "const f = (a, b) => a.n < 2 && !b",
      "const f = (a, b) => a?.n <= 2 && !b",
      "const f = (a, b) => a?.n < 3 && !b",
      "const f = (a, b) => a?.n < 2 || !b"
    ])
    expect(mutated("if (ready) start()")).toEqual(["if (!(ready)) start()", "if (ready) ;"])
  })

  it("leave out statements, guards, finalizers and locks of effects", () => {
    expect(mutated("function* f() { yield* lock; return a.pipe(Effect.uninterruptible, Effect.map(g)) }")).toEqual([
      "function* f() { ; return a.pipe(Effect.uninterruptible, Effect.map(g)) }",
      "function* f() { yield* lock; return a.pipe(((unchanged) => unchanged), Effect.map(g)) }"
    ])
    expect(mutated("const f = Effect.zipRight(lock, read)")).toEqual(["const f = (read)"])
    expect(mutated("const f = Effect.ensuring(work, close)")).toEqual(["const f = (work)"])
  })

  it("leave out clauses of SQL, and turn them around", () => {
    const query = (clauses: string) => `const q = sql\`SELECT id FROM t WHERE ${clauses}\``
    expect(mutated(query("a = 1 AND organization_id = owner FOR NO KEY UPDATE"))).toEqual(
      [
        "a <> 1 AND organization_id = owner FOR NO KEY UPDATE",
        "a = 1 FOR NO KEY UPDATE",
        "a = 1 OR organization_id = owner FOR NO KEY UPDATE",
        "a = 1 AND organization_id <> owner FOR NO KEY UPDATE",
        "a = 1 AND organization_id = owner"
      ].map(query)
    )
  })

  it("leave numbers and texts of examples and descriptions alone, and nothing else of them", () => {
    expect(mutated('const a = { description: "SET a = 1", examples: [{ n: usd(5), on: false }], least: 7 }')).toEqual([
      'const a = { description: "SET a = 1", examples: [{ n: usd(5), on: true }], least: 7 }',
      'const a = { description: "SET a = 1", examples: [{ n: usd(5), on: false }], least: 8 }'
    ])
    expect(mutated("const fields = { description: text(1000) }")).toEqual([
      "const fields = { description: text(1001) }"
    ])
    expect(mutated('const a = documented(atMost(3), "Amount", usd(5))')).toEqual([
      'const a = documented(atMost(4), "Amount", usd(5))'
    ])
  })

  it("are drawn by the seed alone", () => {
    const items = Array.from({ length: 50 }, (_, index) => index)
    expect(shuffle(items, 7)).toEqual(shuffle(items, 7))
    expect(shuffle(items, 7)).not.toEqual(shuffle(items, 8))
    expect([...shuffle(items, 7)].sort((a, b) => a - b)).toEqual(items)
  })
})

describe("The list of mutants that nothing notices", () => {
  it("knows a mutant by the text of its line, wherever the line is", () => {
    const found = { file: "packages/sql/src/a.ts", text: "a < b", change: "< → <=" }
    const entry = { ...found, equivalent: true, reason: "They are never equal." }
    expect(acceptedEntry({ ...found, text: "a < c" }, [entry])).toBeUndefined()
    expect(acceptedEntry(found, [entry])).toEqual(entry)
    expect(staleEntries([found], [entry])).toEqual([])
    expect(staleEntries([{ ...found, text: "a < c" }], [entry])).toEqual([entry])
  })

  it("gives a reason for each, and lists none that is gone", () => {
    const packages = [...new Set(accepted.map(({ file }) => file.split("/")[1] ?? ""))]
    const named = new Set(accepted.map(({ file }) => file))
    expect(staleEntries(packages.flatMap((name) => findMutants(checkout, name, (file) => named.has(file))))).toEqual([])
    expect(accepted.filter(({ reason }) => reason === "")).toEqual([])
  })
})

describe("The tests of a package", () => {
  const root = `${mkdtempSync(`${tmpdir()}/tollgate-judge-`)}/`
  const code = "export const larger = (a, b) => (a > b ? a : b)\nexport const zero = 0\n"
  const files = {
    "dist/larger.js": code,
    "src/larger.ts": code,
    "test/larger.test.ts": [
      'import { expect, it } from "vitest"',
      'import { larger } from "../dist/larger.js"',
      'it("is the larger", () => expect([larger(1, 2), larger(2, 1), larger(1, 1)]).toEqual([2, 2, 1]))'
    ].join("\n")
  }
  for (const folder of ["dist", "src", "test"]) mkdirSync(`${root}packages/sums/${folder}`, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(`${root}packages/sums/${name}`, text)
  symlinkSync(`${checkout}node_modules`, `${root}node_modules`)
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const mutant = (change: string) => {
    const point = mutationPoints(code).find((point) => applyChange(code, point).includes(change))
    if (point === undefined) throw new Error(`No mutant contains ${change}`)
    return { ...point, package: "sums", module: "larger.js", file: "packages/sums/src/larger.ts" }
  }
  const judged = (change: string, limit = 60_000) => judge(root, mutant(change), [{ name: "sums", args: [], limit }])

  it("notice a negated condition, and not what is equivalent", async () => {
    expect(await judged("!(a > b)")).toEqual({
      verdict: "noticed",
      by: "packages/sums/test/larger.test.ts > is the larger"
    })
    expect(await judged("a >= b")).toEqual({ verdict: "survived", by: null })
  })

  it("show nothing if they reach their limit without the mutant, too", async () => {
    expect(await judged("!(a > b)", 1)).toEqual({
      verdict: "hung",
      by: "sums, which do not end in 0 s without it, either"
    })
  })

  it("are those that have run the changed point, or the functions of its module if it runs once, and new ones", () => {
    const module = "packages/sums/dist/larger.js"
    const body = code.indexOf("(a, b)")
    const functions = (count: number) => [[[0, code.length, 1]], [[body, code.indexOf("\n"), count]]]
    const record = join(root, "reach.jsonl")
    const lines = [
      { test: "packages/sums/test/runs.test.ts", scripts: { [module]: functions(3) }, cpu: 2, milliseconds: 4 },
      { test: "packages/sums/test/loads.test.ts", scripts: { [module]: functions(0) }, cpu: 2, milliseconds: 4 },
      {
        test: "packages/sums/test/source.test.ts",
        scripts: { "packages/sums/src/larger.ts": [] },
        cpu: 2,
        milliseconds: 4
      }
    ]
    for (const { test } of lines) writeFileSync(join(root, test), "")
    writeFileSync(record, lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
    closeRecord(root, record)
    for (const change of ["!(a > b)", "zero = 1"]) {
      expect(
        reaching(root, mutant(change), ["sums"], readRecord(record))
          .map(({ test }) => test)
          .sort()
      ).toEqual([
        "packages/sums/test/larger.test.ts",
        "packages/sums/test/runs.test.ts",
        "packages/sums/test/source.test.ts"
      ])
    }
  })

  it("run on the code as it was, once a mutant is judged", () => {
    expect(readFileSync(`${root}packages/sums/dist/larger.js`, "utf8")).toBe(code)
    expect(readdirSync(`${root}packages/sums/src`)).toEqual(["larger.ts"])
  })
})
