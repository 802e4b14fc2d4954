import { BudgetExceeded, TooManyInFlight, withRun } from "@tollgate/node"
import { expect, it } from "vitest"
import { finish, openModels, result, stated, streamed, text, withEach } from "./sdks.js"

const once = { prompt: "Hello", maxRetries: 0 }

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** How many requests run at once, and the most that ever did. One goes on while `isHeld`. */
const crowd = (isHeld: (seen: { readonly running: number; readonly turns: number }) => boolean) => {
  const seen = { running: 0, most: 0, sent: 0 }
  const pass = async () => {
    seen.sent++
    seen.most = Math.max(seen.most, ++seen.running)
    for (let turns = 0; isHeld({ ...seen, turns }); turns++) await turn()
    seen.running--
  }
  return { seen, pass }
}

withEach("50 calls at once on one limit", (sdk) => {
  const { ai } = sdk
  const all = (call: () => PromiseLike<unknown>) => Promise.allSettled(Array.from({ length: 50 }, call))
  const reasons = (ended: ReadonlyArray<PromiseSettledResult<unknown>>) =>
    ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))

  it("are as many as the limit admits, and the others are refused before they are sent", async () => {
    // Each sets aside a little more than a tenth of a cent and costs $0.00102: of the limit, seven have room at once.
    await using account = await openModels(sdk, 0.0075, { output: 100 })
    let others = 0
    const { pass, seen } = crowd(() => others < 43)
    const doGenerate = async () => {
      await pass()
      return result(stated(20, 100))
    }
    const model = account.modelOf({ doGenerate })
    const ended = await all(() =>
      ai.generateText({ ...once, model }).catch((refusal) => {
        others++
        throw refusal
      })
    )
    const refused = reasons(ended)
    // They would fit but for those that are open.
    expect(refused.every((reason) => reason instanceof BudgetExceeded && reason.reason === "budget_held")).toBe(true)
    expect([seen.sent, refused.length]).toEqual([7, 43])
    expect(await account.ledger()).toEqual({ spent: 0.00714, held: 0, unknown: 0, holds: Array(7).fill(0.00102) })
  })

  it("wait for room if the budget says so, and more than fit at once are served", async () => {
    await using account = await openModels(sdk, 0.02, { output: 100, waitFor: "1 minute" })
    const { pass, seen } = crowd(({ turns }) => turns < 20)
    const doGenerate = async () => {
      await pass()
      return result(stated(20, 50))
    }
    const model = account.modelOf({ doGenerate })
    const ended = await withRun(account.spending, { id: "crowd", max_in_flight: 7 }, () =>
      all(() => ai.generateText({ ...once, model }))
    )
    const refused = reasons(ended)
    // Once the limit is nearly spent, no open hold is in the way of those that wait.
    expect(refused.every((reason) => reason instanceof BudgetExceeded && reason.reason === "budget_spent")).toBe(true)
    const served = 50 - refused.length
    expect([seen.sent, seen.most, served > 30]).toEqual([served, 7, true])
    expect(await account.ledger()).toEqual({
      spent: expect.closeTo(served * 0.00052, 9),
      held: 0,
      unknown: 0,
      holds: Array(served).fill(0.00052)
    })
  })

  it("are at most as many as a run admits at a time, streamed or not", async () => {
    await using account = await openModels(sdk, 1, { output: 100 })
    const told: Array<unknown> = []
    const { pass, seen } = crowd(() => told.length < 43)
    const doStream = async () => {
      await pass()
      return streamed(...text(2), finish(stated(20, 4)))
    }
    const model = account.modelOf({ doStream })
    const stream = () =>
      ai.streamText({ ...once, model, onError: ({ error }) => void told.push(error) }).consumeStream()
    await withRun(account.spending, { id: "crowd", max_in_flight: 7 }, () => all(stream))
    expect([seen.sent, told.length]).toEqual([7, 43])
    expect(told.every((error) => error instanceof TooManyInFlight && error.scopes[0]?.in_flight === 7)).toBe(true)
    expect(await account.ledger()).toMatchObject({ held: 0, unknown: 0, holds: Array(7).fill(0.00006) })
  })
})
