import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

/** Spends twice with one key, and corrects the first cost. Returns the entries. */
const spend = async (file: string, organization: string) => {
  await using gate = await Tollgate.open({ file })
  const host = gate.asOrganization(organization)
  const { key } = await host.keys.create({ name: "Spender" })
  const ids = []
  for (const cost of [0.5, 0.25]) {
    const { data } = await gate.spending.authorize({ key, amount: 1, model: "acme/writer" })
    ids.push((await gate.spending.settle(data.id, { cost })).id)
  }
  await host.spending.correct(ids[0] ?? "", { cost: 0.125, reason: "Invoice" })
  return (await host.activity.entries()).data
}

for (const flags of [["--ledger"], []]) {
  const kept = flags.length > 0 ? "every entry where it was" : "no entry"
  it.scopedLive(`${["export", ...flags].join(" ")} and import keep ${kept}, and the positions go on`, () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const run = (...args: ReadonlyArray<string>) => Effect.promise(() => runHere(args, { cwd }))
      const { stdout } = yield* run("init")
      const organization = /^Organization {4}(\S+)\n/.exec(stdout)?.[1] ?? ""
      const before = yield* Effect.promise(() => spend(join(cwd, "tollgate.db"), organization))
      expect(before.map(({ kind, position }) => [position, kind])).toEqual([
        [1, "settled"],
        [2, "settled"],
        [3, "corrected"]
      ])
      expect((yield* run("export", "all.ndjson", ...flags)).code).toBe(0)
      copyFileSync(join(cwd, "tollgate.db.key"), join(cwd, "new.db.key"))
      expect((yield* run("import", "all.ndjson", "--database", "new.db")).code).toBe(0)
      const after = yield* Effect.promise(() => spend(join(cwd, "new.db"), organization))
      const old = flags.length > 0 ? before : []
      expect(after.slice(0, old.length)).toEqual(old)
      expect(after.slice(old.length).map(({ position }) => position)).toEqual([4, 5, 6])
      expect((yield* run("verify", "--database", "new.db")).code).toBe(0)
    })
  )
}
