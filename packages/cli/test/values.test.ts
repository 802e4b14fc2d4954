import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readSecrets } from "../dist/input/readSecrets.js"
import type { Settings } from "./harness/command.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const SECRET = "sk-ant-0123456789-0123456789-0123456789"

const opened = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const run = (args: ReadonlyArray<string>, settings?: Settings) =>
    Effect.promise(() => runHere(args, { cwd, ...settings }))
  yield* run(["init"])
  return { cwd, run }
})

const refused = (said: string) => ({ code: 2, stdout: "", stderr: `${said}\n` })

describe("values", () => {
  it.scopedLive("are lists by commas, objects by a file or standard input, and null where a field can be cleared", () =>
    Effect.gen(function* () {
      const { cwd, run } = yield* opened
      const json = (args: ReadonlyArray<string>, settings?: Settings) =>
        Effect.map(run([...args, "--json"], settings), ({ stderr, stdout }) => {
          expect(stderr).toBe("")
          return JSON.parse(stdout)
        })
      const create = ["presets", "create", "--slug", "support", "--name", "Support"]
      writeFileSync(join(cwd, "config.json"), '{ "temperature": 0.2 }')
      const made = yield* json([...create, "--config", "@config.json", "--description", "Kind"])
      expect(made).toMatchObject({ description: "Kind", designated_version: { config: { temperature: 0.2 } } })
      const version = yield* json(["presets", "create-version", "support", "--config", "-"], { input: '{"top_p":1}' })
      expect(version).toMatchObject({ version: 2, config: { top_p: 1 } })
      const cleared = yield* json(["presets", "update", "support", "--description=null"])
      expect(cleared).toMatchObject({ description: null, name: "Support" })
      const guardrail = ["guardrails", "create", "--name", "Few models", "--allowed-models", "acme/small, acme/large"]
      expect(yield* json(guardrail)).toMatchObject({ allowed_models: ["acme/small", "acme/large"] })
      const whole = { input: JSON.stringify({ name: "Research", slug: "other" }) }
      expect(yield* json(["workspaces", "create", "--input", "-", "--slug", "research"], whole)).toMatchObject({
        name: "Research",
        slug: "research"
      })
    })
  )

  it.scopedLive("that are wrong are refused by the names of their flags", () =>
    Effect.gen(function* () {
      const { run } = yield* opened
      expect(yield* run(["keys", "create"])).toEqual(refused("--name is required."))
      expect(yield* run(["keys", "create", "--name", "A", "--limit", "five", "--limit-reset=yearly"])).toEqual(
        refused(
          "--limit must be a number between 0 and 1000000000, or null. --limit-reset must be daily, weekly or monthly, or null."
        )
      )
      expect(yield* run(["keys", "create", "--name", "A", "--metadata", "team"])).toEqual(
        refused("--metadata must be JSON, @ and the path of a file, or - for standard input.")
      )
      expect(yield* run(["keys", "create", "--name", "A", "--metadata", "@gone.json"])).toEqual(
        refused("--metadata: the file gone.json cannot be read.")
      )
      expect(yield* run(["keys", "create", "--input", '{"name":"A"}'])).toEqual(
        refused("--input must be @ and the path of a file, or - for standard input.")
      )
      expect(yield* run(["keys", "create", "--input", "-", "--metadata", "-"])).toEqual(
        refused("Standard input can be read once, and --input and --metadata would read it.")
      )
      expect(yield* run(["keys", "create", "--name"])).toEqual(
        refused("--name needs a value. See tollgate keys create --help.")
      )
      expect(yield* run(["keys", "create", "--disabled"])).toEqual(
        refused("Unknown flag --disabled. See tollgate keys create --help.")
      )
      expect(yield* run(["keys", "update", "x", "--disabled=yes"])).toEqual(
        refused("--disabled must be true or false, or stand alone. See tollgate keys update --help.")
      )
    })
  )
})

describe("secrets", () => {
  it.scopedLive("are read from standard input, and stand in no output", () =>
    Effect.gen(function* () {
      const { run } = yield* opened
      const create = ["byok", "create", "--provider", "anthropic", "--json"]
      const made = yield* run(create, { input: `${SECRET}\n` })
      expect({ ...made, stdout: "" }).toEqual({ code: 0, stderr: "", stdout: "" })
      const { id, label } = JSON.parse(made.stdout)
      expect(label).toBe("sk-a...6789")
      const changed = yield* run(["byok", "update", id, "--key", "--json"], {
        input: SECRET.replaceAll("6789", "3210")
      })
      expect(JSON.parse(changed.stdout)).toMatchObject({ id, label: "sk-a...3210" })
      const named = yield* run(["byok", "update", id, "--name", "Production", "--json"])
      expect(JSON.parse(named.stdout)).toMatchObject({ id, label: "sk-a...3210", name: "Production" })
      expect(yield* run(create)).toEqual(refused("--key must be a secret of 1 to 16384 characters."))
      for (const { stdout } of [made, changed]) expect(stdout).not.toMatch(/012345/)
    })
  )

  it.scopedLive("are refused as arguments, and not repeated", () =>
    Effect.gen(function* () {
      const { run } = yield* opened
      const said =
        "--key takes no value, because other users can read the arguments of a process. Leave the value out: it is asked for on a terminal, and else read from standard input."
      for (const args of [
        ["create", "--key", SECRET],
        ["create", `--key=${SECRET}`],
        ["update", "--key", SECRET]
      ]) {
        expect(yield* run(["byok", ...args, "--provider", "anthropic"])).toEqual(refused(said))
      }
      // Where they look like a flag or a command.
      for (const args of [
        ["byok", "create", "--key", `--${SECRET}`],
        ["byok", "create", `--key:${SECRET}`],
        [SECRET]
      ]) {
        const { code, stderr, stdout } = yield* run(args)
        expect([code, stdout, stderr.includes("0123456789")]).toEqual([2, "", false])
      }
    })
  )

  it.live("are asked for on a terminal, which does not show them", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => terminal })
      const before = Object.getOwnPropertyDescriptor(process, "stdin")
      const { write } = process.stderr
      Object.defineProperty(process, "stdin", { value: terminal, configurable: true })
      process.stderr.write = (text: string | Uint8Array) => written.push(String(text)) > 0
      try {
        terminal.write(`${SECRET}\r`)
        const secrets = yield* readSecrets([{ name: "key", kind: "secret", meaning: "", isRequired: true }])
        expect(secrets).toEqual({ key: SECRET })
        expect(written.join("")).toBe("Key: \n")
      } finally {
        process.stderr.write = write
        if (before !== undefined) Object.defineProperty(process, "stdin", before)
      }
    })
  )
})
