import { execFile, spawn } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { betterSqlite3Loads } from "../scripts/betterSqlite3.mjs"
import { commandsPage, shownCommands } from "../scripts/commandsPage.mjs"
import { operationsTable, shownTable } from "../scripts/operationsTable.mjs"
import { brief } from "../test/brief.js"
import { freePort } from "../test/freePort.js"
import { isNightly } from "../test/runs.js"
import { docExamples, sortDiagnostics, writeDocExamples } from "./docExamples.js"

const root = fileURLToPath(new URL("..", import.meta.url))
const command = join(root, "packages/cli/bin/tollgate.js")
const run = promisify(execFile)

const read = (document: string) => readFileSync(join(root, document), "utf8")

const blocks = (document: string, language: string) =>
  [...read(document).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"))].map(([, code = ""]) => code)

/** The documents whose `ts` blocks are programs. Those of the adapters are run beside the workspace, where their frameworks are. */
const guides = [
  "README.md",
  "docs/alerts.md",
  "docs/spending.md",
  ...readdirSync(join(root, "packages"))
    .filter((name) => name !== "adapters")
    .map((name) => `packages/${name}/README.md`)
    .filter((file) => existsSync(join(root, file)))
]

const hasBetterSqlite3 = betterSqlite3Loads()

const snippets = guides.flatMap((document) =>
  blocks(document, "ts").map((code, index) => {
    const isTest = /from "@(effect\/vitest|tollgate\/testing\/contracts)"/.test(code)
    const name = `${document.replaceAll("/", "-").replace(".md", "")}-${index + 1}`
    const promised = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, line]) => line)
    const title = `${document}, snippet ${index + 1}`
    // The snippet of a contract has a store that breaks it, and the document shows the failure.
    const told = code.includes("/contracts") ? blocks(document, "text")[0] : undefined
    const isSkipped = code.includes('"@effect/sql-sqlite-node"') && !hasBetterSqlite3
    return { title, code, promised, told, file: isTest ? `${name}.test` : name, isTest, isSkipped }
  })
)

/** By day, the contract that the README of `testing` shows makes its calls without searching for them. */
const FEWEST = `const fewest: string = ${JSON.stringify(join(root, "examples/fewestCalls.ts"))}
;(await import(fewest)).tellFewest("a map", inMap)
void modelContract`

const asRun = (code: string) => (isNightly ? code : code.replace(/^modelContract\(.*$/m, FEWEST))

/** Precedes the name of each snippet in what the process of all snippets prints. */
const START = "== snippet "

const examples = docExamples(root)
const exampleErrors: Array<string> = []

/** Within the repository, so that imports resolve. */
const directory = mkdtempSync(join(root, "examples/.snippets-"))
afterAll(() => rmSync(directory, { recursive: true }))

describe("What the documents show is type-checked and does what it says", () => {
  beforeAll(async () => {
    for (const { code, file } of snippets) writeFileSync(join(directory, `${file}.ts`), asRun(code))
    writeDocExamples(directory, examples)
    const off = { composite: false, incremental: false, declaration: false, declarationMap: false, sourceMap: false }
    const compilerOptions = { ...off, rootDir: ".", outDir: "out" }
    const config = { extends: "../../tsconfig.base.json", compilerOptions, include: ["*.ts"] }
    writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(config))
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { stdout } = await run(process.execPath, [tsc, "-p", directory]).catch((failed) => failed)
    // Compiled packages are loaded by Node.js itself, and once: transforming or loading them takes longer than the tests.
    const external = String.raw`[/\/packages\/[a-z]+\/dist\//]`
    writeFileSync(
      join(directory, "out/vitest.config.js"),
      `export default { test: { include: ['*.test.js'], testTimeout: 0, pool: 'forks', isolate: false, maxWorkers: 1, minWorkers: 1,
        server: { deps: { external: ${external} } } } }`
    )
    const files = snippets.filter(({ isSkipped, isTest }) => !isTest && !isSkipped).map(({ file }) => file)
    writeFileSync(
      join(directory, "out/all.mjs"),
      `for (const file of ${JSON.stringify(files)}) {
        console.log("${START}" + file)
        await import("./" + file + ".js").catch((error) => console.log(error))
      }`
    )
    const { ofExamples, others } = sortDiagnostics(stdout, examples)
    exampleErrors.push(...ofExamples)
    expect(others).toEqual([])
  })

  it("compiles every @example of the packages' doc comments", () => {
    const packages = new Set(examples.map(({ source }) => source.split("/")[1]))
    expect([...packages].sort()).toEqual(["client", "core", "http", "node", "postgres", "sql", "sqlite", "testing"])
    expect(exampleErrors).toEqual([])
  })

  const programs = snippets.filter(({ isTest }) => !isTest)
  it.skip.each(programs.filter(({ isSkipped }) => isSkipped))("$title, which needs better-sqlite3", () => {})

  // One process for all of them: to load Tollgate's modules takes longer than a snippet.
  it.concurrent("each snippet prints what its comments promise, and the process ends by itself", async () => {
    const chosen = programs.filter(({ isSkipped }) => !isSkipped)
    const { stderr, stdout } = await run(process.execPath, [...brief, join(directory, "out/all.mjs")], {
      cwd: directory
    })
    const printed = stdout.split(START).slice(1)
    const lines = printed.map((text) =>
      text.split("\n").filter((line) => line !== "" && !line.startsWith("timestamp="))
    )
    expect({ stderr, lines }).toEqual({ stderr: "", lines: chosen.map(({ file, promised }) => [file, ...promised]) })
    expect(chosen.filter(({ promised }) => promised.length === 0)).toEqual([])
  })

  // One Vitest for all of them: to start one takes longer than the tests.
  it.concurrent("snippets that are tests pass, except the one whose document shows its failure", async () => {
    const vitest = join(root, "node_modules/vitest/vitest.mjs")
    const outDir = join(directory, "out")
    const report = join(directory, "report.json")
    const args = [
      vitest,
      "run",
      "--root",
      outDir,
      "--reporter",
      "default",
      "--reporter",
      "json",
      "--outputFile",
      report
    ]
    const env = { ...process.env, NO_COLOR: "1" }
    const { stderr } = await run(process.execPath, args, { cwd: directory, env }).catch((failed) => failed)
    const { testResults } = JSON.parse(readFileSync(report, "utf8"))
    const statuses = testResults.map(({ name, status }: Record<"name" | "status", string>) => [basename(name), status])
    const tests = snippets.filter(({ isTest }) => isTest)
    expect(Object.fromEntries(statuses)).toEqual(
      Object.fromEntries(tests.map(({ file, told }) => [`${file}.js`, told === undefined ? "passed" : "failed"]))
    )
    // Which organization it happens to, the calls decide.
    const words = (text: string) => text.replaceAll("Second", "First").replaceAll(/\s+/g, " ").trim()
    for (const { told } of tests) expect(words(stderr)).toContain(words(told ?? ""))
  })
})

describe("docs/operations.md", () => {
  it.skipIf(process.platform === "win32")("has curl lines that answer 200, every one", async () => {
    const cwd = join(directory, "demo")
    mkdirSync(cwd)
    symlinkSync(join(root, "packages"), join(cwd, "packages"))
    const port = await freePort()
    const [fill = "", ask = ""] = blocks("docs/operations.md", "sh").filter((code) => code.includes("8788"))
    const [demo = ""] = fill.split("\n")
    await run("sh", ["-c", demo], { cwd })

    const server = spawn(process.execPath, [...brief, command, "serve", "--database", "demo.db", "--port", port], {
      cwd
    })
    await new Promise((ready) => server.stdout.once("data", ready))
    const curl = `curl() { command curl -sS -o /dev/null -w '%{http_code}\\n' "$@"; }\n`
    const { stdout } = await run("sh", ["-c", curl + ask.replace("8788", port)], { cwd })
    const stopped = new Promise((resolve) => server.once("exit", resolve))
    server.kill()
    expect(await stopped).toBe(0)
    const lines = ask.split("\n").filter((line) => line.startsWith("curl "))
    expect(stdout.trim().split("\n")).toEqual(lines.map(() => "200"))
  })

  it("lists every operation of the contract", async () => {
    expect(shownTable(), "npm run generate writes the table anew").toBe(await operationsTable())
  })
})

describe("docs/cli.md", () => {
  it("lists every command with its arguments and flags", async () => {
    expect(shownCommands(), "npm run generate writes the page anew").toBe(await commandsPage())
  })
})

describe("The documents", () => {
  const documents = [
    ...guides,
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "examples/README.md",
    "docs/architecture.md",
    "docs/cli.md",
    "docs/gateways.md",
    "docs/operations.md",
    "docs/operate.md",
    "docs/release.md"
  ]

  it.each(documents)("%s links to files and headings that exist", (document) => {
    const text = read(document).replaceAll(/^```.*?^```$/gms, "")
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link)
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false
      const [path = "", heading] = link.split("#")
      const file = path === "" ? document : join(document, "..", path)
      if (!existsSync(join(root, file))) return true
      const slugs = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, "")
          .replaceAll(" ", "-")
      )
      return heading !== undefined && !slugs.includes(heading)
    })
    expect(broken).toEqual([])
  })

  it("name files of the architecture that exist", () => {
    const named = [...read("docs/architecture.md").matchAll(/`([a-z]+)\/((?:[a-z]+\/)*\w+)`/g)]
    const missing = named.filter(([, name, path]) =>
      [".ts", ""].every((end) => !existsSync(join(root, `packages/${name}/src/${path}${end}`)))
    )
    expect(missing.map(([text]) => text)).toEqual([])
    expect(named.length).toBeGreaterThan(10)
  })
})
