import { execFile } from "node:child_process"
import { cpSync, mkdirSync, realpathSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { environment } from "./harness/command.js"
import { contents } from "./harness/folder.js"
import { temporaryFolder } from "./harness/stores.js"

const packageOf = (name: string, from: string) => dirname(createRequire(from).resolve(`${name}/package.json`))

/** The command as it is installed, but for what better-sqlite3 is. */
const installed = (folder: string) => {
  const cli = fileURLToPath(new URL("..", import.meta.url))
  for (const part of ["bin", "bundle", "package.json"]) cpSync(join(cli, part), join(folder, part), { recursive: true })
  return join(folder, "bin/tollgate.js")
}

/** better-sqlite3 of which nothing was compiled. */
const uncompiled = (folder: string) => {
  const real = realpathSync(packageOf("better-sqlite3", import.meta.filename))
  const target = join(folder, "node_modules/better-sqlite3")
  mkdirSync(target, { recursive: true })
  for (const part of ["lib", "package.json"]) cpSync(join(real, part), join(target, part), { recursive: true })
  const bindings = realpathSync(packageOf("bindings", join(real, "package.json")))
  symlinkSync(bindings, join(folder, "node_modules/bindings"))
}

const run = (program: string, args: ReadonlyArray<string>, cwd: string) =>
  Effect.promise(async () => {
    const ended = promisify(execFile)(process.execPath, [program, ...args], { cwd, env: environment({}) })
    const { code = 0, stderr, stdout } = await ended.catch((failed) => failed)
    return { code, stdout, stderr }
  })

describe("the command, installed where better-sqlite3 is not compiled for this Node.js", () => {
  const commands = ["serve --port 0", "init", "demo", "backup a.db b.db", "restore a.db b.db"]
  it.scopedLive.each(commands)("%s says what to run, and leaves nothing behind", (words) =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const cwd = yield* temporaryFolder
      const program = installed(folder)
      uncompiled(folder)
      expect(yield* run(program, words.split(" "), cwd)).toEqual({
        code: 1,
        stdout: "",
        stderr:
          `better-sqlite3 does not load in this Node.js (${process.version}, ${process.platform} ${process.arch}). ` +
          "Run `npm rebuild better-sqlite3`, or `pnpm rebuild better-sqlite3` where pnpm has installed it.\n"
      })
      expect(contents(cwd)).toEqual({})
    })
  )

  it.scopedLive("says so where it is not installed at all", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      expect(yield* run(installed(folder), ["serve"], folder)).toEqual({
        code: 1,
        stdout: "",
        stderr: "Tollgate needs better-sqlite3, which is not installed: install its packages again.\n"
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
