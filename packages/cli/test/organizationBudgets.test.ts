import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { BudgetExceeded, Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const ABSENT = "00000000-0000-4000-8000-000000000000"

/** An initialized database in a folder, in which the commands run. */
const opened = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const run = (...args: ReadonlyArray<string>) => Effect.promise(() => runHere(args, { cwd }))
  const budgets = (...args: ReadonlyArray<string>) => run("organizations", ...args)
  const workspaces = (...args: ReadonlyArray<string>) => run("workspaces", ...args)
  const { stdout } = yield* run("init")
  const organization = /^Organization {4}(\S+)\n/.exec(stdout)?.[1] ?? ""
  return { file: join(cwd, "tollgate.db"), organization, budgets, workspaces }
})

const refused = (stderr: string) => ({ code: 1, stdout: "", stderr: `${stderr}\n` })

describe("organizations", () => {
  it.scopedLive("sets, lists and deletes budgets like workspaces, and says on standard error that it changed one", () =>
    Effect.gen(function* () {
      const { budgets, organization, workspaces } = yield* opened
      expect(yield* budgets("list-budgets")).toEqual({ code: 0, stderr: "", stdout: "There are none.\n" })
      const monthly = ["monthly", "--limit-usd", "250.5"]
      const set = yield* budgets("set-budget", ...monthly, "--organization", organization)
      expect(set).toEqual({ ...(yield* workspaces("set-budget", "default", ...monthly)), stderr: expect.any(String) })
      expect(set.stdout).toMatch(/^interval: +monthly\nlimit usd: +\$250\.5\nboost usd: +\$0\nspent usd: +\$0\n/)
      expect(set.stderr).toMatch(
        /^timestamp=\S+ level=WARN message="budget set with `tollgate organizations set-budget`" limit=\$250\.5 interval=monthly organization=\S+\n$/
      )
      yield* budgets("set-budget", "lifetime", "--limit-usd", "1000", "--json")
      yield* workspaces("set-budget", "default", "lifetime", "--limit-usd", "1000")
      const both = yield* budgets("list-budgets")
      expect(both).toEqual(yield* workspaces("list-budgets", "default"))
      expect(both.stdout).toMatch(/^interval .*\nmonthly +\$250\.5 .* ██████████ .*\nlifetime +\$1000 .*\n$/)
      const deleted = yield* budgets("delete-budget", "monthly")
      expect(deleted.stderr).toContain("interval=monthly")
      expect(deleted).toEqual({
        ...(yield* workspaces("delete-budget", "default", "monthly")),
        stderr: expect.any(String)
      })
      const { stdout } = yield* budgets("list-budgets", "--json")
      expect(JSON.parse(stdout)).toMatchObject([{ interval: "lifetime", limit_usd: 1000, resets_at: null }])
    })
  )

  it.scopedLive("limits a gate that has the file open", () =>
    Effect.gen(function* () {
      const { budgets, file, organization } = yield* opened
      const gate = yield* Effect.acquireRelease(
        Effect.promise(() => Tollgate.open({ file })),
        (gate) => Effect.promise(() => gate.close())
      )
      const { key } = yield* Effect.promise(() => gate.asOrganization(organization).keys.create({ name: "Spender" }))
      const authorize = () => gate.spending.authorize({ key, amount: 2, models: ["acme/writer"] })
      yield* Effect.promise(authorize)
      yield* budgets("set-budget", "daily", "--limit-usd", "3")
      const answer = yield* Effect.promise(() => authorize().catch((error: unknown) => error))
      expect(answer).toBeInstanceOf(BudgetExceeded)
      expect(answer).toMatchObject({ budgets: [{ scope: "organization", id: organization, window: "daily" }] })
    })
  )

  it.scopedLive("refuses other intervals, limits, orders and organizations, and changes nothing", () =>
    Effect.gen(function* () {
      const { budgets } = yield* opened
      yield* budgets("set-budget", "weekly", "--limit-usd", "5")
      const limit = { code: 2, stdout: "", stderr: "--limit-usd must be a number above 0, at most 1000000000.\n" }
      for (const usd of ["0", "-1", "five", "0x10", "1e3", "1000000001"]) {
        expect(yield* budgets("set-budget", "daily", `--limit-usd=${usd}`)).toEqual(limit)
      }
      expect(yield* budgets("set-budget", "yearly", "--limit-usd", "9")).toEqual({
        code: 2,
        stdout: "",
        stderr: "<interval> must be daily, weekly, monthly or lifetime.\n"
      })
      expect(yield* budgets("set-budget", "daily", "--limit-usd", "5")).toEqual(
        refused("The limit of a shorter interval must be below that of a longer one.")
      )
      expect(yield* budgets("delete-budget", "daily")).toEqual(refused("There is no budget for this interval."))
      for (const id of ["nobody", ABSENT]) {
        expect(yield* budgets("set-budget", "daily", "--limit-usd", "1", "--organization", id)).toEqual(
          refused("The database has no organization with this id. Nothing was changed.")
        )
      }
      expect((yield* budgets("list-budgets")).stdout).toMatch(/^interval .*\nweekly +\$5 .*\n$/)
    })
  )
})
