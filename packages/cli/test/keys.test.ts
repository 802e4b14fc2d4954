import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runs } from "../../../test/runs.js"
import { run, type Settings, serving } from "./harness/command.js"
import { withDatabase } from "./harness/database.js"
import { contents } from "./harness/folder.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const tollgate = (args: ReadonlyArray<string>, settings?: Settings) => Effect.promise(() => runHere(args, settings))
const started = (args: ReadonlyArray<string>, settings?: Settings) => Effect.promise(() => run(args, settings))

const KEY = /^Organization {4}([0-9a-f-]{36})\nManagement key {2}(tg_mk_[0-9A-Za-z]{49})\n/

const recover = ["keys", "recover"]

describe("keys recover", () => {
  it.scopedLive("mints a management key that works, and says on standard error that it did", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      yield* tollgate(["init"], { cwd })
      const { code, stderr, stdout } = yield* tollgate(recover, { cwd })
      expect(code).toBe(0)
      const [, organization = "", key = ""] = KEY.exec(stdout) ?? []
      expect(stderr).toMatch(
        /^timestamp=\S+ level=WARN message="management key minted with `tollgate keys recover`" key=[0-9a-f]{12} organization=\S+\n$/
      )
      expect(stderr).toContain(organization)
      expect(stderr).not.toContain(key)
      yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ file: join(cwd, "tollgate.db") })
        const minted = await gate.withKey(key).keys.create({ name: "Works", management: true })
        expect(minted.data.name).toBe("Works")
      })
    })
  )

  it.scopedLive(
    "asks which organization where there are several, of which it names each, and takes no other's id",
    () =>
      Effect.gen(function* () {
        const cwd = yield* temporaryFolder
        const file = join(cwd, "tollgate.db")
        const ids = yield* Effect.promise(async () => {
          await using gate = await Tollgate.open({ file })
          const made = async (name: string) =>
            (await gate.createOrganization({ name, owner_user_id: "ada" })).organization.id
          return [await made("One"), await made("Other")]
        })
        expect(yield* tollgate(recover, { cwd })).toEqual({
          code: 1,
          stdout: "",
          stderr: [
            "The database has several organizations. Name one with --organization <id>.",
            ...[`  ${ids[0]}  One`, `  ${ids[1]}  Other`].sort(),
            ""
          ].join("\n")
        })
        for (const id of ["nobody", "00000000-0000-4000-8000-000000000000"]) {
          expect(yield* tollgate([...recover, "--organization", id], { cwd })).toEqual({
            code: 1,
            stdout: "",
            stderr: "The database has no organization with this id. Nothing was changed.\n"
          })
        }
        const { stdout } = yield* tollgate([...recover, "--organization", ids[1] ?? ""], { cwd })
        expect(KEY.exec(stdout)?.[1]).toBe(ids[1])
      })
  )

  it.scopedLive("creates nothing, and does nothing without the master key", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const missing = yield* tollgate(recover, { cwd })
      expect(missing.stderr).toMatch(/^The database \S+ does not exist\. Name an existing database\.\n$/)
      expect(contents(cwd)).toEqual({})
      yield* tollgate(["init"], { cwd })
      const before = contents(cwd)
      const wrong = yield* tollgate(recover, { cwd, variables: { TOLLGATE_MASTER_KEY: "5".repeat(64) } })
      expect({ code: wrong.code, stdout: wrong.stdout }).toEqual({ code: 1, stdout: "" })
      expect(wrong.stderr).toContain("holds secrets sealed with another master key.")
      expect(contents(cwd)).toEqual(before)
    })
  )

  it.scopedLive("has nothing to do in a database without an organization", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      yield* Effect.promise(async () => (await Tollgate.open({ file: join(cwd, "tollgate.db") })).close())
      const { code, stderr } = yield* tollgate(recover, { cwd })
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: "The database has no organization. Create one with `tollgate init`.\n"
      })
    })
  )
})

const organizations = (file: string) =>
  withDatabase(file, (database) => database.value("SELECT count(*) FROM organizations"))

describe("A new file that several begin with at once gets one organization", () => {
  it.scopedLive(
    "by init and serve, of which one prints a key, all servers serve, and each other init says why not",
    () =>
      Effect.gen(function* () {
        const cwd = yield* temporaryFolder
        const some = runs(2, 4)
        const all = { concurrency: "unbounded" } as const
        const [ended, servers] = yield* Effect.all(
          [
            Effect.replicateEffect(started(["init"], { cwd }), some, all),
            Effect.replicateEffect(serving(["--log", "none"], { cwd }), some, all)
          ],
          all
        )
        const outputs = [...ended.map(({ stdout }) => stdout), ...servers.map(({ written }) => written.stdout)]
        expect(outputs.filter((stdout) => KEY.test(stdout))).toHaveLength(1)
        const already = "already has an organization. Nothing was changed. Name another database.\n"
        for (const { code, stderr, stdout } of ended) {
          const refused = { code: 1, stdout: "", stderr: `The database ./tollgate.db ${already}` }
          expect({ code, stdout, stderr }).toEqual(KEY.test(stdout) ? { code: 0, stdout, stderr: "" } : refused)
        }
        expect(organizations(join(cwd, "tollgate.db"))).toBe(1)
      })
  )
})
