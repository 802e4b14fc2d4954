import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { migratedDatabase } from "../../postgres/test/support/databases.js"
import { runHere, servingHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const page = readFileSync(new URL("../../../docs/cli.md", import.meta.url), "utf8")
const [, following = ""] = page.split("\n## Example: from the first key to PostgreSQL\n")
const [section = ""] = following.split("\n## ")

/** A command of the page, and what the terminal shows then. */
interface Step {
  readonly command: string
  readonly shown: string
}

const steps: ReadonlyArray<Step> = [...section.matchAll(/^```text\n(.*?)^```$/gms)]
  .flatMap(([, block = ""]) => block.split(/^\$ /m).slice(1))
  .map((step) => ({ command: step.split("\n")[0] ?? "", shown: step.slice(step.indexOf("\n") + 1).trimEnd() }))

/** What differs each time: hashes, shortened ones, ids, keys and their labels, times, and the port of the server. */
const VARYING =
  /[0-9a-f]{39}(?:[0-9a-f]{25}|…)|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|tg_[a-z]+_[\w.]+|\d{4}-\d\d-\d\d(?: \d\d:\d\d)?|127\.0\.0\.1:\d+/g

const DATABASE = "postgres://owner:password@db.example/tollgate"
const [NAME, FOLDER] = ["db.example/tollgate", "/srv/tollgate"]

/** What a pipe leaves of an output. */
const piped = (text: string, pipe: string): string => {
  const [, end, count = "0"] = /^(head|tail) -n (\d+)$/.exec(pipe) ?? []
  const lines = text.trimEnd().split("\n")
  if (end === undefined) return text
  return (end === "head" ? lines.slice(0, Number(count)) : lines.slice(-Number(count))).join("\n")
}

it.scopedLive("The way of docs/cli.md from the first key to PostgreSQL is what the terminal shows", () =>
  Effect.gen(function* () {
    const cwd = yield* temporaryFolder
    const url = yield* migratedDatabase
    const { host, pathname } = new URL(url)
    /** What stands here for what the page has. */
    const known = new Map([
      [DATABASE, url],
      [NAME, `${host}${pathname}`],
      [FOLDER, cwd]
    ])
    const here = (text: string) => [...known].reduce((whole, [theirs, ours]) => whole.replaceAll(theirs, ours), text)

    const run = Effect.fnUntraced(function* (command: string) {
      const [, given, words = "", pipe = ""] = /^(?:echo (\S+) \| )?tollgate (.*?)(?: \| (.*))?$/.exec(command) ?? []
      if (words === "serve") {
        const { written } = yield* Effect.scoped(servingHere(["--database", join(cwd, "tollgate.db")]))
        return written.stdout
      }
      const args = [...words.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
      const variables = { TOLLGATE_MASTER_KEY: readFileSync(join(cwd, "tollgate.db.key"), "utf8").trim() }
      const { code, stderr, stdout } = yield* Effect.promise(() =>
        runHere(args, { cwd, variables, input: given === undefined ? "" : `${given}\n` })
      )
      expect({ command, code, stderr: pipe.startsWith("cmp") ? "" : stderr }).toEqual({ command, code: 0, stderr: "" })
      if (!pipe.startsWith("cmp")) return piped(stdout, pipe)
      expect(stdout === readFileSync(join(cwd, pipe.slice(6)), "utf8")).toBe(true)
      return stderr
    })

    for (const { command, shown } of steps) {
      const found = (yield* run(here(command))).trimEnd()
      const [theirs, ours] = [shown.match(VARYING) ?? [], found.match(VARYING) ?? []]
      for (const [at, value] of theirs.entries()) known.set(value, ours[at] ?? "")
      let at = 0
      const inTheirs = found.replaceAll(VARYING, (value) => theirs[at++] ?? value)
      expect(`$ ${command}\n${inTheirs.replaceAll(here(NAME), NAME).replaceAll(cwd, FOLDER)}`).toBe(
        `$ ${command}\n${shown}`
      )
    }
    expect(steps.length).toBeGreaterThan(10)
  })
)
