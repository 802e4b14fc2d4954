import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { BudgetExceeded, Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const ABSENT = "00000000-0000-4000-8000-000000000000"
const TIME = "\\d{4}-\\d\\d-\\d\\dT00:00:00\\.000Z"

/** An initialized database in a folder, in which the commands run. */
const opened = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const run = (...args: ReadonlyArray<string>) => Effect.promise(() => runHere(args, { cwd }))
  const budget = (...args: ReadonlyArray<string>) => run("organizations", "budget", ...args)
  const { stdout } = yield* run("init")
  const organization = /^Organization {4}(\S+)\n/.exec(stdout)?.[1] ?? ""
  return { file: join(cwd, "tollgate.db"), organization, budget }
})

const refused = (stderr: string) => ({ code: 1, stdout: "", stderr: `${stderr}\n` })

describe("organizations budget", () => {
  it.scopedLive("sets, lists and deletes budgets, and says on standard error that it changed one", () =>
    Effect.gen(function* () {
      const { budget, organization } = yield* opened
      expect(yield* budget("list")).toEqual({ code: 0, stderr: "", stdout: "The organization has no budgets.\n" })
      const set = yield* budget("set", "monthly", "250.5", "--organization", organization)
      expect(set.code).toBe(0)
      expect(set.stdout).toMatch(
        new RegExp(`^monthly   limit \\$250\\.5, spent \\$0, remaining \\$250\\.5, resets at ${TIME}\\n$`)
      )
      expect(set.stderr).toMatch(
        /^timestamp=\S+ level=WARN message="budget set with `tollgate organizations budget set`" limit=\$250\.5 interval=monthly organization=\S+\n$/
      )
      const lifetime = "lifetime  limit $1000, spent $0, remaining $1000\n"
      expect((yield* budget("set", "lifetime", "1000")).stdout).toBe(lifetime)
      expect((yield* budget("list")).stdout).toBe(set.stdout + lifetime)
      const deleted = yield* budget("delete", "monthly")
      expect({ ...deleted, stderr: "" }).toEqual({ code: 0, stderr: "", stdout: "The budget is deleted.\n" })
      expect(deleted.stderr).toContain("interval=monthly")
      expect((yield* budget("list")).stdout).toBe(lifetime)
    })
  )

  it.scopedLive("limits a gate that has the file open", () =>
    Effect.gen(function* () {
      const { budget, file, organization } = yield* opened
      const gate = yield* Effect.acquireRelease(
        Effect.promise(() => Tollgate.open({ file })),
        (gate) => Effect.promise(() => gate.close())
      )
      const { key } = yield* Effect.promise(() => gate.asOrganization(organization).keys.create({ name: "Spender" }))
      const authorize = () => gate.spending.authorize({ key, amount: 2, models: ["acme/writer"] })
      yield* Effect.promise(authorize)
      yield* budget("set", "daily", "3")
      const answer = yield* Effect.promise(() => authorize().catch((error: unknown) => error))
      expect(answer).toBeInstanceOf(BudgetExceeded)
      expect(answer).toMatchObject({ budgets: [{ scope: "organization", id: organization, window: "daily" }] })
    })
  )

  it.scopedLive("refuses other intervals, limits, orders and organizations, and changes nothing", () =>
    Effect.gen(function* () {
      const { budget } = yield* opened
      yield* budget("set", "weekly", "5")
      const limit = { code: 2, stdout: "", stderr: "<usd> must be a number above 0, at most 1000000000.\n" }
      for (const usd of ["0", "-1", "five", "0x10", "1e3", "1000000001"]) {
        expect(yield* budget("set", "daily", "--", usd)).toEqual(limit)
      }
      expect(yield* budget("set", "yearly", "9")).toEqual({
        code: 2,
        stdout: "",
        stderr: "<interval> must be daily, weekly, monthly or lifetime.\n"
      })
      expect(yield* budget("set", "daily", "5")).toEqual(
        refused("The limit of a shorter interval must be below that of a longer one.")
      )
      expect(yield* budget("delete", "daily")).toEqual(refused("There is no budget for this interval."))
      for (const id of ["nobody", ABSENT]) {
        expect(yield* budget("set", "daily", "1", "--organization", id)).toEqual(
          refused("The database has no organization with this id. Nothing was changed.")
        )
      }
      expect((yield* budget("list")).stdout).toMatch(/^weekly {4}limit \$5, [^\n]*\n$/)
    })
  )
})
