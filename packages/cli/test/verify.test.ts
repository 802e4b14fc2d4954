import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { migratedDatabase, query } from "../../postgres/test/support/databases.js"
import { openOther } from "../../sqlite/test/support/otherProgram.mjs"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const masterKey = "07".repeat(32)

/** A gate, the command on its database, and a statement of another program there. */
interface Place {
  readonly gate: Tollgate
  readonly verify: Effect.Effect<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>
  readonly change: (text: string) => Effect.Effect<unknown>
}

const closed = (gate: Tollgate) => Effect.promise(() => gate.close())

const inFile = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const file = join(cwd, "tollgate.db")
  const gate = yield* Effect.acquireRelease(
    Effect.promise(() => Tollgate.open({ file })),
    closed
  )
  const place: Place = {
    gate,
    verify: Effect.promise(() => runHere(["verify", "--database", file], { cwd })),
    change: (text) =>
      Effect.sync(() => {
        const other = openOther(file)
        other.exec(text)
        other.close()
      })
  }
  return place
})

const inPostgres = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const postgres = yield* migratedDatabase
  const gate = yield* Effect.acquireRelease(
    Effect.promise(() => Tollgate.open({ postgres, masterKey })),
    closed
  )
  const variables = { TOLLGATE_DATABASE: postgres, TOLLGATE_MASTER_KEY: masterKey }
  const place: Place = {
    gate,
    verify: Effect.promise(() => runHere(["verify"], { cwd, variables })),
    change: (text) => query(postgres, text)
  }
  return place
})

const agrees = (scopes: number, entries: number) => ({
  code: 0,
  stderr: "",
  stdout: `0 differences: ${scopes} scopes, ${entries} entries of the ledger.\n`
})

/** An account that has spent in every way: settled, open, unknown, released, over its budgets, and without a hold. */
const spent = Effect.fnUntraced(function* (gate: Tollgate) {
  return yield* Effect.promise(async () => {
    const { organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "owner" })
    const host = gate.asOrganization(organization.id)
    const { data, key } = await host.keys.create({ name: "Spender" })
    await host.workspaces.setBudget("default", "lifetime", { limit_usd: 100 })
    const authorize = async () => (await gate.spending.authorize({ key, amount: 1, models: ["acme/writer"] })).data.id
    const { id } = await gate.spending.settle(await authorize(), { cost: 0.125 })
    await host.spending.correct(id, { cost: 0.25, reason: "Invoice" })
    await gate.spending.settle(await authorize(), { cost: 2 })
    await gate.spending.release(await authorize())
    await gate.spending.markUnknown(await authorize())
    await authorize()
    await host.keys.recordUsage(data.hash, { usage: 0.5, byok_usage: 0.125 })
    return { organization: organization.id, hash: data.hash, authorize }
  })
})

for (const [storage, opened] of [
  ["an SQLite file", inFile],
  ["PostgreSQL", inPostgres]
] as const) {
  describe(`verify, on ${storage}`, () => {
    it.scopedLive("finds no difference in a database that is used, also while it is", () =>
      Effect.gen(function* () {
        const { gate, verify } = yield* opened
        expect(yield* verify).toEqual(agrees(0, 0))
        const { authorize } = yield* spent(gate)
        expect(yield* verify).toEqual(agrees(3, 6))
        let isOver = false
        const spending = Effect.promise(async () => {
          while (!isOver) await gate.spending.settle(await authorize(), { cost: 0.0001 })
        })
        const found = yield* Effect.forEach([1, 2, 3], () => verify).pipe(
          Effect.ensuring(Effect.sync(() => (isOver = true))),
          (verifying) => Effect.all([verifying, spending], { concurrency: 2 })
        )
        for (const { code, stdout } of found[0]) {
          expect({ code, stdout }).toEqual({
            code: 0,
            stdout: expect.stringMatching(/^0 differences: 3 scopes, \d+ entries of the ledger\.\n$/)
          })
        }
      })
    )

    it.scopedLive("prints each counter that is not what the ledger says, and exits with 1", () =>
      Effect.gen(function* () {
        const { change, gate, verify } = yield* opened
        const { hash, organization } = yield* spent(gate)
        yield* change("UPDATE spending_scopes SET own_spent_daily = own_spent_daily + 1 WHERE kind = 'key'")
        const daily = `key ${hash.slice(0, 12)} of organization ${organization}: own spent daily: stored $2.750000001, computed $2.75\n`
        expect(yield* verify).toEqual({ code: 1, stderr: "1 counter differs from the ledger.\n", stdout: daily })
        yield* change(
          "UPDATE spending_scopes SET holds = 7, byok_held_total = 5, entries = 2 WHERE kind = 'organization'"
        )
        const of = `organization ${organization} of organization ${organization}:`
        const lines = [
          `${of} open holds: stored 7, computed 1\n`,
          // Its next entry would have a position that another one has.
          `${of} last entry: stored 2, computed 6\n`,
          `${of} byok held lifetime: stored $0.000000005, computed $0\n`
        ]
        expect(yield* verify).toEqual({
          code: 1,
          stderr: "4 counters differ from the ledger.\n",
          stdout: expect.stringContaining(lines.join(""))
        })
      })
    )

    it.scopedLive("finds an entry of the ledger that is gone", () =>
      Effect.gen(function* () {
        const { change, gate, verify } = yield* opened
        yield* spent(gate)
        yield* change("DELETE FROM spending_holds WHERE state = 3")
        const { code, stderr, stdout } = yield* verify
        // One unknown amount, in four windows of three scopes.
        expect({ code, stderr }).toEqual({ code: 1, stderr: "12 counters differ from the ledger.\n" })
        expect(stdout).toContain("own unknown lifetime: stored $1, computed $0")
      })
    )
  })
}
