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
    said: "tollgate serve has no flag --databse. Did you mean --database? See tollgate serve --help."
  },
  {
    args: ["serve", "--databse=postgres://u:secret@h/db"],
    said: "tollgate serve has no flag --databse. Did you mean --database? See tollgate serve --help."
  },
  { args: ["demo", "--jsn"], said: "tollgate demo has no flag --jsn. Did you mean --json? See tollgate demo --help." },
  { args: ["serve", "-p", "80"], said: "tollgate serve has no flag -p. See tollgate serve --help." },
  { args: ["serve", "-psecret"], said: "tollgate serve has no flag -p. See tollgate serve --help." },
  { args: ["serve", "--port"], said: "--port needs a value. See tollgate serve --help." },
  { args: ["serve", "--port", "--log", "none"], said: "--port needs a value. See tollgate serve --help." },
  { args: ["activity", "list", "--group-by="], said: "--group-by needs a value. See tollgate activity list --help." },
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
  {
    args: ["serve", "--serve-credentials", "yes"],
    said: "tollgate serve takes only flags. See tollgate serve --help."
  },
  { args: ["demo", "--json", "0"], said: "tollgate demo takes only flags. See tollgate demo --help." },
  {
    args: ["serve", "--serve-credentials=yes"],
    said: "--serve-credentials takes no value but true or false. See tollgate serve --help."
  },
  {
    args: ["serve", "--serve-credentials="],
    said: "--serve-credentials takes no value but true or false. See tollgate serve --help."
  },
  { args: ["serve", "postgres://u:secret@h/db"], said: "tollgate serve takes only flags. See tollgate serve --help." },
  { args: ["backup", "a.db"], said: "tollgate backup takes <database> and <copy>. See tollgate backup --help." },
  {
    args: ["backup", "a.db", "b.db", "c.db"],
    said: "tollgate backup takes <database> and <copy>. See tollgate backup --help."
  },
  { args: ["serv"], said: "tollgate has no command serv. Did you mean serve? See tollgate --help." },
  {
    args: ["keys", "recove"],
    said: "tollgate keys has no command recove. Did you mean recover? See tollgate keys --help."
  },
  {
    args: ["nonsense"],
    said:
      "tollgate has no command nonsense. Its commands are serve, init, migrate, backup, restore, export, import, verify, activity, prune, audit, keys, gateway-keys, organizations, prices, vault, demo, conformance, completions, oauth, byok, guardrails, workspaces, organization, presets, images, holds. " +
      "See tollgate --help."
  },
  { args: ["--versio"], said: "tollgate has no flag --versio. Did you mean --version? See tollgate --help." }
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
      const said = "tollgate serve has no flag --databse. Did you mean --database? See tollgate serve --help.\n"
      expect(yield* Effect.promise(() => run(args, { cwd }))).toEqual({ code: 2, stdout: "", stderr: said })
      expect(contents(cwd)).toEqual({})
    })
  )
})
