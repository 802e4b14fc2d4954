import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { holdIdAt } from "@tollgate/core/storage"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const DAY = 86_400_000

describe("prune", () => {
  it.scopedLive("deletes old entries of the ledger, and counters and reports stay", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const run = (...args: ReadonlyArray<string>) => Effect.promise(() => runHere(args, { cwd }))
      const printed = (stdout: string) => ({ code: 0, stderr: "", stdout })
      const { stdout } = yield* run("init")
      const organization = /^Organization {4}(\S+)\n/.exec(stdout)?.[1] ?? ""
      yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ file: join(cwd, "tollgate.db") })
        const keys = gate.asOrganization(organization).keys
        const { data } = await keys.create({ name: "Docs assistant" }, { idempotencyKey: "once" })
        for (const days of [0, 1, 40, 41]) {
          const at = Date.now() - days * DAY
          const id = holdIdAt(at, new Uint8Array(10))
          await gate.spending.recordUsage({
            ...{ id, key_hash: data.hash, cost: 0.25, credential_id: null, model: "acme/writer" },
            at: new Date(at).toISOString()
          })
        }
      })
      const report = [
        "activity",
        "list",
        "--group-by",
        "day,model",
        "--csv",
        "--from",
        new Date(Date.now() - 50 * DAY).toISOString().slice(0, 10)
      ]
      const before = yield* run(...report)
      expect(before.stdout.match(/,acme\/writer,1,0\.25,/g)).toHaveLength(4)
      expect(yield* run("verify")).toEqual(printed("0 differences: 3 scopes, 4 entries of the ledger.\n"))
      const none = "Deleted 0 answers of repeated requests.\n"
      expect(yield* run("prune")).toEqual(printed(`Deleted 0 entries of the ledger.\n${none}`))
      expect(yield* run("prune", "--retention-days", "32", "--audit-retention-days", "1")).toEqual(
        printed(`Deleted 2 entries of the ledger.\n${none}Deleted 0 entries of the audit log.\n`)
      )
      expect(yield* run("verify")).toEqual(printed("0 differences: 3 scopes, 2 entries of the ledger.\n"))
      expect(yield* run(...report)).toEqual(before)
      expect(yield* run("prune", "--retention-days", "31")).toEqual({
        code: 2,
        stdout: "",
        stderr: "TOLLGATE_RETENTION_DAYS (or --retention-days) must be a whole number from 32 to 36500.\n"
      })
    })
  )
})
