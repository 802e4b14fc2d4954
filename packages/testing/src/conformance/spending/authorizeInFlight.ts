import type { Fields, Target } from "../Change.js"
import { type Expectation, is } from "../Expectation.js"
import type { Given } from "../Given.js"
import type { Family } from "../Subject.js"
import { asking, open, refused } from "./authorizeBudgets.js"
import { act, settle } from "./hold.js"
import { admitted } from "./newHold.js"

/** Requests of a key that may have few open holds. */
export const inFlight: Family = ({ test }) => {
  const opened = async (given: Given<Target>, fields: Fields, limit: number | null = null) => {
    const spender = await given.made.spender(limit)
    await given.api.patch(`/keys/${spender.hash}`, fields, is(200))
    return spender
  }
  return [
    ...["settle", "release", "unknown"].map((ending) =>
      test(`a key with as many open holds as it admits, until one ends by ${ending}`, async (given) => {
        const { ask, run } = given
        const spender = await opened(given, { max_in_flight: 2 })
        const first = await open(given, spender, 0.25)
        await open(given, spender, 0.25)
        const refused = full(fullOf("key", spender.hash, 2))
        await ask(asking(spender, 0.25), refused)
        await ask(asking(spender, 0.25, { dry_run: true }), refused)
        await (ending === "settle" ? settle(run, first, 0.125, is(200)) : act(run, first, ending, is(200)))
        await open(given, spender, 0.25)
        await ask(asking(spender, 0.25), refused)
      })
    ),
    test("a change of the limit acts on the next request", async (given) => {
      const { api, ask } = given
      const spender = await opened(given, { max_in_flight: 1 })
      await open(given, spender, 0.25)
      await ask(asking(spender, 0.25), full(fullOf("key", spender.hash, 1)))
      await api.patch(`/keys/${spender.hash}`, { max_in_flight: 2 }, is(200))
      await open(given, spender, 0.25)
      await api.patch(`/keys/${spender.hash}`, { max_in_flight: null }, is(200))
      await open(given, spender, 0.25)
    }),
    test("every scope that is full is named, from the narrowest to the widest", async (given) => {
      const { api, ask, made } = given
      const spender = await opened(given, { max_in_flight: 1 })
      const { hash, workspace } = spender
      const id = await made.guardrail({ workspace_id: workspace, max_in_flight: 1 })
      await api.post(`/guardrails/${id}/assignments/keys`, { key_hashes: [hash] }, is(200))
      await api.patch(`/workspaces/${workspace}`, { max_in_flight: 1 }, is(200))
      await open(given, spender, 0.25)
      const all = [fullOf("key", hash, 1), fullOf("guardrail_key", id, 1), fullOf("workspace", workspace, 1)]
      await ask(asking(spender, 0.25), full(...all))
    }),
    test("a dry run and a repetition take no place", async (given) => {
      const { account, ask } = given
      const spender = await opened(given, { max_in_flight: 1 })
      const dry = asking(spender, 0.25, { dry_run: true })
      await ask(dry, is(200))
      const id = await open(given, spender, 0.25)
      await ask(asking(spender, 0.25, { id }), { ...admitted({ id }, true), status: 200 })
      await ask(dry, { ...full(fullOf("key", spender.hash, 1)), absent: [account.PLAIN_KEY] })
    }),
    test("a budget that is spent comes before it, one that is held after it", async (given) => {
      const { ask } = given
      const spender = await opened(given, { max_in_flight: 1 }, 1)
      await open(given, spender, 0.75)
      await ask(asking(spender, 1.5), refused(spender, "budget_spent", { holds: 1 }))
      await ask(asking(spender, 0.5), full(fullOf("key", spender.hash, 1)))
    }),
    test("of concurrent requests, as many as there is room for", async (given) => {
      const spender = await opened(given, { max_in_flight: 4 })
      await given.api.together(16, given.request(asking(spender, 0.25)), is(201), { 201: 4, 429: 12 })
    })
  ]
}

/** The refusal of another hold of a scope that has as many open ones as it admits. */
export const full = (...scopes: ReadonlyArray<Fields>): Expectation => ({
  status: 429,
  message: "Too many requests in flight",
  headers: { "retry-after": "1" },
  json: { "error.metadata": { reason: "too_many_in_flight", scopes } }
})

export const fullOf = (scope: string, id: string, max_in_flight: number): Fields => ({
  scope,
  id,
  max_in_flight,
  in_flight: max_in_flight
})
