import { execFile } from "node:child_process"
import { cpSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { isNightly } from "../../../test/runs.js"
import { environment, quick } from "./harness/command.js"
import { contents } from "./harness/folder.js"
import { temporaryFolder } from "./harness/stores.js"

/** The command as it is installed, in a folder in which no package is. */
const installed = (folder: string) => {
  const cli = fileURLToPath(new URL("..", import.meta.url))
  for (const part of ["bin", "bundle", "package.json"]) cpSync(join(cli, part), join(folder, part), { recursive: true })
  // Of the checkout alone: the package does not have them.
  for (const own of ["sources.json", ".compiled"]) rmSync(join(folder, "bundle", own), { force: true, recursive: true })
  return join(folder, "bin/tollgate.js")
}

/** better-sqlite3 without what is compiled of it. */
const uncompiled = (folder: string) => {
  const target = join(folder, "node_modules/better-sqlite3")
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, "package.json"), JSON.stringify({ version: "12.11.1", main: "index.js" }))
  writeFileSync(join(target, "index.js"), 'module.exports = function () { throw new Error("No binary\\nwas found") }')
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
/** Node.js without `node:sqlite`: 20 has none, and later ones can be told to have none. */
const withoutBuiltin = major < 22 ? [] : ["--no-experimental-sqlite"]

const run = (program: string, args: ReadonlyArray<string>, cwd: string) =>
  Effect.promise(async () => {
    const all = [...withoutBuiltin, ...quick(args), program, ...args]
    const ended = promisify(execFile)(process.execPath, all, { cwd, env: environment({}) })
    const { code = 0, stderr, stdout } = await ended.catch((failed) => failed)
    return { code, stdout, stderr }
  })

const refusal = (file: string, found: string) =>
  `The database ${file} cannot be opened: no SQLite driver is available. Upgrade to Node.js 22.23, 24.21 or later, or run ` +
  `\`npm install better-sqlite3@12\`. Cause: Node.js ${process.versions.node} has no usable node:sqlite; ${found}.\n`

const unusable =
  major > 24 || (major === 24 && minor >= 19)
    ? `better-sqlite3 12 does not run on Node.js ${process.versions.node}`
    : "better-sqlite3 12.11.1 does not load (No binary)"

describe("the command, where this Node.js has no SQLite", () => {
  const commands = [
    ["serve --port 0", "tollgate.db"],
    ["init", "tollgate.db"],
    ["demo", "tollgate.db"],
    ["backup a.db b.db", "a.db"],
    ["restore a.db b.db", "b.db"]
  ] as const
  // All of them load it by the same function.
  const tried = commands.filter(([words]) => isNightly || !/^(init|restore)/.test(words))
  it.scopedLive.each(tried)("%s says what to install, and leaves nothing behind", ([words, database]) =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const cwd = realpathSync(yield* temporaryFolder)
      const program = installed(folder)
      const expected = (found: string) => ({ code: 1, stdout: "", stderr: refusal(join(cwd, database), found) })
      expect(yield* run(program, words.split(" "), cwd)).toEqual(expected("better-sqlite3 is not installed"))
      if (isNightly || words.startsWith("serve")) {
        uncompiled(folder)
        expect(yield* run(program, words.split(" "), cwd)).toEqual(expected(unusable))
      }
      expect(contents(cwd)).toEqual({})
    })
  )

  const copying = isNightly ? ["backup", "restore"] : ["backup"]
  it.scopedLive.each(copying)("%s refuses the address of a PostgreSQL database before that", (command) =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      expect(yield* run(installed(folder), [command, "postgres://ada:secret@127.0.0.1/a", "b.db"], folder)).toEqual({
        code: 1,
        stdout: "",
        stderr: "This command copies and restores SQLite files. For PostgreSQL, use pg_dump and pg_restore.\n"
      })
    })
  )
})

describe("the command, before anything is built", () => {
  it.scopedLive("says what to run", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const cli = fileURLToPath(new URL("../bin/", import.meta.url))
      cpSync(cli, join(folder, "bin"), { recursive: true })
      expect(yield* run(join(folder, "bin/tollgate.js"), ["serve"], folder)).toEqual({
        code: 1,
        stdout: "",
        stderr: "Tollgate is not built yet: run npm run build.\n"
      })
    })
  )
})
