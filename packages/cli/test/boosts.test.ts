import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import { type OpenOptions, Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { brief } from "../../../test/brief.js"
import { bundled } from "../../../test/bundled.js"
import { LONG } from "../../../test/limits.js"
import { spendPlaces } from "./harness/spendPlaces.js"

const program = await bundled(fileURLToPath(new URL("harness/boost.mjs", import.meta.url)))

/** Lets a process of its own act. */
const elsewhere =
  (storage: OpenOptions, organization: string) => async (act: "approve" | "create" | "delete", input: unknown) => {
    const given = JSON.stringify({ storage, organization, act, input })
    const { stdout } = await promisify(execFile)(process.execPath, [...brief, program, given])
    return JSON.parse(stdout)
  }

/** A key that has spent its dollar, and what another process does. */
const opened = async (gate: Tollgate, storage: OpenOptions) => {
  const { organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
  const host = gate.asOrganization(organization.id)
  const { data, key } = await host.keys.create({ name: "Key", limit: 1 })
  const request = { key, amount: 1, models: ["acme/writer"] }
  const spent = await gate.spending.authorize(request)
  await spent.settle({ cost: 1 })
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const boost = { scope: "key", id: data.hash, window: "lifetime", usd: 1, until, reason: "More" } as const
  return { act: elsewhere(storage, organization.id), boost, gate, holder: gate.withKey(key), host, request }
}

type Opened = Awaited<ReturnType<typeof opened>>

for (const [where, place] of Object.entries(spendPlaces)) {
  describe(`Boosts and requests for more of another process, in ${where}`, () => {
    const promise = (text: string, body: (given: Opened) => Promise<void>) =>
      it.scopedLive(
        text,
        () =>
          Effect.gen(function* () {
            const { storage, verify } = yield* place
            yield* Effect.promise(async () => {
              await using gate = await Tollgate.open(storage)
              await body(await opened(gate, storage))
            })
            yield* Effect.promise(verify)
          }),
        LONG
      )

    promise("are in force at the next admission, until their end", async ({ act, boost, gate, request }) => {
      const refused = { _tag: "BudgetExceeded", reason: "budget_spent" }
      await expect(gate.spending.authorize(request)).rejects.toMatchObject(refused)
      const { id } = await act("create", { ...boost, usd: 3 })
      const hold = await gate.spending.authorize(request)
      expect(hold.budgets).toMatchObject([{ limit: 1, boost: 3, spent: 1, held: 1, remaining: 2 }])
      await act("delete", id)
      await expect(gate.spending.authorize(request)).rejects.toMatchObject({
        ...refused,
        budgets: [{ boost: 0n, remaining: -1_000_000_000n }]
      })
      await hold.settle({ cost: 1 })
    })

    promise("let a request that waits for more go on", async ({ act, boost, gate, holder, host, request }) => {
      const options = { waitFor: "15 minutes", forMore: true } as const
      const waiting = gate.spending.withHold(request, options, async (hold) => hold.settle({ cost: 1 }))
      await act("create", boost)
      expect(await waiting).toMatchObject({ state: "settled", cost: 1 })
      const next = gate.spending.withHold(request, options, async (hold) => hold.settle({ cost: 1 }))
      const { id } = await holder.budgets.requests.create({ usd: 1, reason: "More" })
      expect(await act("approve", id)).toMatchObject({ state: "approved", approved_usd: 1 })
      expect(await next).toMatchObject({ state: "settled", cost: 1 })
      expect((await host.budgets.requests.list({ state: "approved" })).data).toMatchObject([{ id }])
    })

    promise("stop to wait for more when they are aborted", async ({ act, boost, gate, request }) => {
      const controller = new AbortController()
      const options = { waitFor: "15 minutes", forMore: true, signal: controller.signal } as const
      const waiting = gate.spending.authorize(request, options)
      controller.abort(new Error("enough"))
      await expect(waiting).rejects.toThrow("enough")
      await act("create", boost)
      const hold = await gate.spending.authorize(request)
      await hold.release()
    })
  })
}
