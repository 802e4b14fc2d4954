import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

describe("tollgate budgets list", () => {
  it.scopedLive("prints each budget with its name and a bar, the fullest first, and those above a share alone", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const file = join(cwd, "tollgate.db")
      yield* Effect.promise(() => runHere(["init"], { cwd }))
      const { hash, organization_id } = yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ file })
        const { organization } = await gate.organizations.findOrCreate({ name: "Acme", owner_user_id: "owner" })
        const account = gate.asOrganization(organization.id)
        const { data, key } = await account.keys.create({ name: "Agents", limit: 5 })
        const guardrail = await account.guardrails.create({ name: "Daily", limit_usd: 20, reset_interval: "monthly" })
        await account.guardrails.assignMembers(guardrail.id, { member_user_ids: ["owner"] })
        await account.spending.runs.open("job-7", { limit_usd: 40 })
        const hold = { key, models: ["acme/writer"], amount: 4 }
        const first = await gate.spending.authorize(hold)
        await gate.spending.settle(first.data.id, { cost: 4, credential_id: null })
        await gate.spending.authorize({ ...hold, amount: 0.5 })
        return { hash: data.hash, organization_id: organization.id }
      })
      const list = (...args: ReadonlyArray<string>) =>
        Effect.map(
          Effect.promise(() => runHere(["budgets", "list", "--organization", organization_id, ...args], { cwd })),
          ({ code, stderr, stdout }) => {
            expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
            return stdout.trim().replace(/\d{4}-\d\d-01 00:00/, "the next month")
          }
        )
      const short = hash.slice(0, 12)
      expect(yield* list()).toBe(
        `
scope             name    key or member  window    share                        spent  held  unknown  limit  remaining  resets at
key               Agents  ${short}   lifetime    80%  ████████████████▓▓░░     $4  $0.5       $0     $5       $0.5  -
guardrail_member  Daily   owner          monthly     20%  ████▓░░░░░░░░░░░░░░░     $4  $0.5       $0    $20      $15.5  the next month
run               job-7   -              lifetime     0%  ░░░░░░░░░░░░░░░░░░░░     $0    $0       $0    $40        $40  -`.trim()
      )
      expect((yield* list("--above", "0.8")).split("\n")).toHaveLength(2)
      expect(yield* list("--above", "0.9")).toBe("There are none.")
      expect(JSON.parse(yield* list("--scope", "run", "--json"))).toMatchObject({
        data: [{ scope: "run", id: "job-7", name: "job-7", share: 0 }],
        total_count: 1
      })
    })
  )
})
