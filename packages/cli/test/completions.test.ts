import { execFileSync, spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { commands } from "../dist/commands/table.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const scripts: Record<string, string> = {}

beforeAll(async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stderr, stdout } = await runHere(["completions", shell])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    scripts[shell] = stdout
  }
})

const hasShell = (shell: string) => spawnSync(shell, ["-c", "exit 0"]).status === 0

/** What is completed for each of some lines, whose last word may have begun. All of them are asked in one process of the shell. */
const completed = {
  bash: (file: string, lines: ReadonlyArray<string>) => {
    const ask = `source ${file}
      ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _tollgate; echo "\${COMPREPLY[*]}"; }
      ${lines.map((line) => `ask tollgate ${line}`).join("\n")}`
    return execFileSync("bash", ["-c", ask], { encoding: "utf8" }).replace(/\n$/, "").split("\n")
  },
  zsh: (file: string, lines: ReadonlyArray<string>) => {
    // The functions of zsh's own completion: each says what it was given, as far as it begins with the last word.
    const ask = `compdef() { }
      compadd() { shift; found=("$@") }
      _describe() { found=("\${(@P)2%%:*}") }
      source ${file}
      ask() { words=("$@") CURRENT=$# found=(); _tollgate; print -- \${(M)found:#\${words[CURRENT]}*}; }
      ${lines.map((line) => `ask tollgate ${line}`).join("\n")}`
    return execFileSync("zsh", ["-f", "-c", ask], { encoding: "utf8" }).replace(/\n$/, "").split("\n")
  },
  fish: (file: string, lines: ReadonlyArray<string>) => {
    const asked = lines.map((line) => JSON.stringify(`tollgate ${line.replaceAll('""', "")}`))
    const ask = [`source ${file}`, ...asked.map((line) => `echo (complete -C ${line} | string replace -r '\\t.*' '')`)]
    return execFileSync("fish", ["-c", ask.join("\n")], { encoding: "utf8" })
      .replace(/\n$/, "")
      .split("\n")
  }
}

const cases: ReadonlyArray<readonly [line: string, words: string]> = [
  ["work", "workspaces"],
  ["keys r", "rotate recover"],
  ["keys create --li", "--limit --limit-reset"],
  ['keys create --limit-reset ""', "daily weekly monthly null"],
  ["keys create --name x --limit-reset m", "monthly"],
  ["organizations s", "set-budget"],
  ["completions --nothing", ""]
]

describe.each(["bash", "zsh", "fish"] as const)("completions for %s", (shell) => {
  it.scopedLive.skipIf(!hasShell(shell))("complete commands, flags and values", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "completions")
      writeFileSync(file, scripts[shell] ?? "")
      const lines = cases.map(([line]) => line)
      const words = completed[shell](file, lines).map((line) => line.split(" ").sort().join(" "))
      expect(words).toEqual(cases.map(([, words]) => words.split(" ").sort().join(" ")))
    })
  )
})

describe("completions", () => {
  it.each(["bash", "zsh", "fish"])("for %s name every command", (shell) => {
    const script = scripts[shell] ?? ""
    for (const { path } of commands) expect(script).toContain(`'${path.join(" ")}'`)
  })

  it("are for no other shell", async () => {
    expect(await runHere(["completions", "tcsh"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "<shell> must be bash, zsh or fish.\n"
    })
  })
})
