import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "./harness/command.js"
import { contents } from "./harness/folder.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const origins =
  "origins such as https://app.example, without a path or a slash at the end and separated by commas, or * alone"

const wrong: ReadonlyArray<{ readonly args: ReadonlyArray<string>; readonly said: string }> = [
  {
    args: ["serve", "--databse", "postgres://u:secret@h/db"],
    said: "Unknown flag --databse. Did you mean --database? See tollgate serve --help."
  },
  {
    args: ["serve", "--databse=postgres://u:secret@h/db"],
    said: "Unknown flag --databse. Did you mean --database? See tollgate serve --help."
  },
  { args: ["demo", "--jsn"], said: "Unknown flag --jsn. Did you mean --json? See tollgate demo --help." },
  { args: ["serve", "-p", "80"], said: "Unknown flag -p. See tollgate serve --help." },
  { args: ["serve", "-psecret"], said: "Unknown flag -p. See tollgate serve --help." },
  { args: ["serve", "--port"], said: "--port needs a value. See tollgate serve --help." },
  { args: ["serve", "--port", "--log", "none"], said: "--port needs a value. See tollgate serve --help." },
  {
    args: ["activity", "list", "--group-by="],
    said: "--group-by must be 1 to 8 different groups: day, model, provider, key, user, workspace, basis, or label: and the name of a label."
  },
  {
    args: ["serve", "--port", "1", "--port", "2"],
    said: "--port is given more than once. See tollgate serve --help."
  },
  {
    args: ["serve", "--cors-origin", "https://a.example", "--cors-origin", "https://b.example", "--port"],
    said: "--port needs a value. See tollgate serve --help."
  },
  { args: ["serve", "--cors-origin"], said: "--cors-origin needs a value. See tollgate serve --help." },
  {
    args: ["serve", "--cors-origin", "--log", "none"],
    said: "--cors-origin needs a value. See tollgate serve --help."
  },
  {
    args: ["serve", "--cors-origin", ""],
    said: `TOLLGATE_CORS_ORIGIN (or --cors-origin) is empty and must be ${origins}.`
  },
  {
    args: ["serve", "--cors-origin="],
    said: `TOLLGATE_CORS_ORIGIN (or --cors-origin) is empty and must be ${origins}.`
  },
  {
    args: ["serve", "--cors-origin", "https://a.example", "--cors-origin", ""],
    said: `TOLLGATE_CORS_ORIGIN (or --cors-origin) must be ${origins}.`
  },
  {
    args: ["serve", "--cors-origin=*", "--cors-origin", "https://a.example"],
    said: `TOLLGATE_CORS_ORIGIN (or --cors-origin) must be ${origins}.`
  },
  { args: ["serve", "--compat"], said: "--compat needs a value. See tollgate serve --help." },
  { args: ["serve", "--compat", "litellm"], said: "TOLLGATE_COMPAT (or --compat) must be openrouter." },
  { args: ["serve", "--compat", ""], said: "TOLLGATE_COMPAT (or --compat) is empty and must be openrouter." },
  {
    args: ["serve", "--serve-credentials", "yes"],
    said: "Unexpected argument. Usage: tollgate serve [flags]"
  },
  { args: ["demo", "--json", "0"], said: "Unexpected argument. Usage: tollgate demo [flags]" },
  {
    args: ["serve", "--serve-credentials=yes"],
    said: "--serve-credentials must be true or false, or stand alone. See tollgate serve --help."
  },
  {
    args: ["serve", "--serve-credentials="],
    said: "--serve-credentials must be true or false, or stand alone. See tollgate serve --help."
  },
  { args: ["serve", "postgres://u:secret@h/db"], said: "Unexpected argument. Usage: tollgate serve [flags]" },
  { args: ["backup", "a.db"], said: "Missing argument <copy>. Usage: tollgate backup <database> <copy>" },
  {
    args: ["backup", "a.db", "b.db", "c.db"],
    said: "Too many arguments. Usage: tollgate backup <database> <copy>"
  },
  { args: ["export", "-", "-"], said: "Too many arguments. Usage: tollgate export <file> [flags]" },
  { args: ["keys", "update"], said: "Missing argument <hash>. Usage: tollgate keys update <hash> [flags]" },
  {
    args: ["organizations", "set-budget", "monthly"],
    said: "Missing flag --limit-usd. Usage: tollgate organizations set-budget <interval> [flags]"
  },
  {
    args: ["organizations", "set-budget", "--limit-usd", "5"],
    said: "Missing argument <interval>. Usage: tollgate organizations set-budget <interval> [flags]"
  },
  { args: ["vault", "abandon", "--y"], said: "Unknown flag --y. See tollgate vault abandon --help." },
  { args: ["serv"], said: "Unknown command tollgate serv. Did you mean serve? See tollgate --help." },
  {
    args: ["keys", "recove"],
    said: "Unknown command tollgate keys recove. Did you mean recover? See tollgate keys --help."
  },
  {
    args: ["nonsense"],
    said:
      "Unknown command tollgate nonsense. The commands are serve, init, migrate, backup, restore, export, import, verify, activity, usage, prune, audit, keys, gateway-keys, organizations, prices, vault, demo, conformance, completions, oauth, byok, guardrails, workspaces, organization, presets, images, holds, boosts, requests, runs, budgets, overview, alerts, webhooks. " +
      "See tollgate --help."
  },
  { args: ["--versio"], said: "Unknown flag --versio. Did you mean --version? See tollgate --help." }
]

describe.each(wrong.map((one) => ({ ...one, typed: one.args.join(" ") })))("tollgate $typed", ({ args, said }) => {
  it.scopedLive("is refused in one line that names what was typed and no value, with code 2", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      expect(yield* Effect.promise(() => runHere(args, { cwd }))).toEqual({ code: 2, stdout: "", stderr: `${said}\n` })
      expect(contents(cwd)).toEqual({})
    })
  )
})

describe("tollgate serve --databse …, as a process", () => {
  it.scopedLive("is refused in the same line, with code 2", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const args = ["serve", "--databse", "postgres://u:secret@h/db"]
      const said = "Unknown flag --databse. Did you mean --database? See tollgate serve --help.\n"
      expect(yield* Effect.promise(() => run(args, { cwd }))).toEqual({ code: 2, stdout: "", stderr: said })
      expect(contents(cwd)).toEqual({})
    })
  )
})
