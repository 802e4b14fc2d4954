import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { commands } from "../dist/commands/table.js"
import { run, type Settings } from "./harness/command.js"
import { runHere } from "./harness/here.js"

const tollgate = (args: ReadonlyArray<string>, settings?: Settings) => Effect.promise(() => runHere(args, settings))
const started = (args: ReadonlyArray<string>, settings?: Settings) => Effect.promise(() => run(args, settings))

const flagsOf = {
  serve: [
    "--host",
    "--port",
    "--requests-per-minute",
    "--retention-days",
    "--audit-retention-days",
    "--serve-credentials",
    "--allow-import",
    "--webhook-private",
    "--no-console",
    "--compat",
    "--cors-origin",
    "--metrics",
    "--forward-auth",
    "--forward-auth-settings",
    "--database",
    "--master-key",
    "--log",
    "--log-format"
  ],
  init: ["--database", "--master-key"],
  migrate: ["--database"],
  prune: ["--retention-days", "--audit-retention-days", "--log", "--log-format", "--database", "--master-key"],
  "audit verify": ["--heads", "--database", "--master-key"],
  "audit head": ["--database", "--master-key"],
  "audit export": ["--database", "--master-key"],
  backup: ["<database>", "<copy>"],
  restore: ["<copy>", "<database>"],
  verify: ["--database", "--master-key"],
  "activity list": [
    "--from",
    "--to",
    "--last",
    "--month",
    "--group-by",
    "--key",
    "--model",
    "--user",
    "--provider",
    "--workspace",
    "--json",
    "--csv",
    "--organization",
    "--url",
    "--database",
    "--master-key"
  ],
  usage: [
    "--format",
    "--from",
    "--to",
    "--last",
    "--month",
    "--labels",
    "--billing-account",
    "--provider",
    "--organization",
    "--url",
    "--database",
    "--master-key"
  ],
  "gateway-keys create": ["--organization", "--database", "--master-key", "--log", "--log-format"],
  "gateway-keys list": ["--database", "--master-key"],
  "gateway-keys delete": ["<hash>", "--database", "--master-key", "--log", "--log-format"],
  "organizations list-budgets": ["--organization", "--json", "--database", "--master-key"],
  "organizations set-budget": [
    "<interval>",
    "--limit-usd",
    "--organization",
    "--json",
    "--database",
    "--master-key",
    "--log",
    "--log-format"
  ],
  "organizations delete-budget": [
    "<interval>",
    "--organization",
    "--json",
    "--database",
    "--master-key",
    "--log",
    "--log-format"
  ],
  "prices import": ["<file>", "--replace", "--database", "--master-key"],
  "prices list": ["--json", "--url", "--database", "--master-key"],
  "prices diff": ["<file>", "--replace", "--database", "--master-key"],
  "vault rewrap": ["--database", "--master-key"],
  "vault abandon": ["--yes", "--database", "--master-key"],
  "keys import": [
    "<file>",
    "--prefix",
    "--dry-run",
    "--from-line",
    "--organization",
    "--url",
    "--database",
    "--master-key"
  ],
  export: ["<file>", "--ledger", "--organization", "--database"],
  import: ["<file>", "--without-credentials", "--database", "--master-key"],
  "keys recover": ["--organization", "--database", "--master-key", "--log", "--log-format"],
  demo: ["--json", "--database", "--master-key"],
  conformance: ["--url", "--vars", "--database", "--master-key", "--only", "--slow"],
  completions: ["<shell>"]
}

describe("the help", () => {
  it.live("of the command lists every subcommand, also where none is named", () =>
    Effect.gen(function* () {
      const asked = yield* tollgate(["--help"])
      const same = yield* Effect.forEach([["-h"], []], (args) => tollgate(args))
      expect(asked).toMatchObject({ code: 0, stderr: "" })
      for (const one of same) expect(one).toEqual(asked)
      const written = commands.filter(({ isOperation }) => isOperation !== true)
      expect(Object.keys(flagsOf).sort()).toEqual(written.map(({ path }) => path.join(" ")).sort())
      for (const name of Object.keys(flagsOf)) expect(asked.stdout).toMatch(new RegExp(`^  ${name} +[A-Z]`, "m"))
    })
  )

  it.live.each(Object.entries(flagsOf))(
    "of %s begins with its usage, and lists every flag and variable",
    ([name, terms]) =>
      Effect.gen(function* () {
        const { code, stderr, stdout } = yield* tollgate([...name.split(" "), "--help"])
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
        const flags = terms.some((term) => term.startsWith("-")) ? ["[flags]"] : []
        const usage = [...terms.filter((term) => term.startsWith("<")), ...flags].join(" ")
        expect(stdout.split("\n")[0]).toBe(`Usage: tollgate ${name} ${usage}`)
        expect([...stdout.matchAll(/^ {2}(--[a-z-]+|<[a-z]+>)/gm)].map(([, term]) => term)).toEqual(terms)
        expect(stdout).not.toMatch(/user-defined|This setting is|true or false/)
        if (name === "serve") {
          const variables = terms.map((flag) => `TOLLGATE_${flag.slice(2).replaceAll("-", "_").toUpperCase()}`)
          for (const variable of variables) expect(stdout.replaceAll(/\s+/g, " ")).toContain(`Variable: ${variable}.`)
          const { stdout: overview } = yield* tollgate(["--help"])
          for (const variable of variables) expect(overview).toMatch(new RegExp(`\\b${variable}\\b`))
        }
      })
  )

  it.live("names the commands of each resource, and says what one of a single word does", () =>
    Effect.gen(function* () {
      const { stdout } = yield* tollgate(["--help"])
      expect(stdout).toMatch(/^ {2}activity {6}entries\.$/m)
      expect(stdout).toMatch(/^ {2}overview {6}[A-Z][^.]+[a-z]\.$/m)
    })
  )

  it.live("has lines for a terminal of 90 columns, and ends with one line break", () =>
    Effect.gen(function* () {
      const helps = yield* Effect.forEach([[], ...Object.keys(flagsOf).map((name) => name.split(" "))], (path) =>
        tollgate([...path, "--help"])
      )
      for (const { stdout } of helps) {
        expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(90)
        expect(stdout).toMatch(/[^\n]\n$/)
      }
    })
  )
})

/** An environment without settings for colours. */
const plain = { NO_COLOR: "", TERM: "xterm-256color" }

const colors = [
  { said: "nothing is said of colours", variables: plain, colored: false },
  { said: "NO_COLOR is there", variables: { ...plain, NO_COLOR: "1" }, colored: false },
  { said: "FORCE_COLOR is there", variables: { ...plain, FORCE_COLOR: "1" }, colored: true },
  { said: "FORCE_COLOR is 0", variables: { ...plain, FORCE_COLOR: "0" }, colored: false },
  { said: "both are there", variables: { NO_COLOR: "1", FORCE_COLOR: "1" }, colored: false }
]

describe.each(colors)("into a pipe, where $said", ({ colored, variables }) => {
  // One of them shows that it is so of a process too.
  const command = colored ? started : tollgate
  it.live(`the help and every refusal have ${colored ? "colours for the help alone" : "no colours"}`, () =>
    Effect.gen(function* () {
      const settings = { variables: { ...(colored ? {} : { FORCE_COLOR: "" }), ...variables } }
      const { stdout } = yield* command(["serve", "--help"], settings)
      const { stderr } = yield* command(["serve", "--nonsense"], settings)
      expect({ help: stdout.includes("\u001b"), refusal: stderr.includes("\u001b") }).toEqual({
        help: colored,
        refusal: false
      })
    })
  )
})

describe("--version", () => {
  it.live("prints the version of the package", () =>
    Effect.gen(function* () {
      const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
      expect(yield* started(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
    })
  )
})
