import { part } from "../Api.js"
import type { Fields } from "../Change.js"
import { badRequest, conflict, type Expectation, is, record, within } from "../Expectation.js"
import { freshName, type Spender, WithId } from "../Made.js"
import type { Run } from "../Run.js"
import { refused } from "../runs/run.js"
import type { Family } from "../Subject.js"
import { asking } from "./authorizeBudgets.js"
import { full, fullOf } from "./authorizeInFlight.js"
import { settle } from "./hold.js"
import { admitted } from "./newHold.js"

/** A step of a path: the name of a run alone, or with its limits. */
type Step = Fields | string

const stepsOf = (steps: ReadonlyArray<Step>) => steps.map((step) => (typeof step === "string" ? { id: step } : step))

/** Opens a hold of 0.25 USD in a run, and returns its id; or expects another answer. */
export const holdIn = async (
  { api, gateway }: Run,
  spender: Spender,
  steps: ReadonlyArray<Step>,
  expect: Expectation = is(201),
  fields: Fields = {}
): Promise<string> => {
  const { body } = asking(spender, 0.25, { run: stepsOf(steps), ...fields })
  const answer = await api.post("/holds", JSON.parse(body), expect, gateway)
  return expect.status < 300 ? part(answer, WithId).data.id : ""
}

/** The refusal of an amount by the limit of a run, and the fields of its budget. */
const noRoom = (reason: string, id: string, fields: Fields): Expectation => ({
  status: 402,
  message: "Insufficient budget",
  json: {
    "error.metadata.reason": reason,
    "error.metadata.budgets.length": 1,
    ...within("error.metadata.budgets.0", {
      scope: "run",
      id,
      window: "lifetime",
      asked: 0.25,
      resets_at: null,
      ...fields
    })
  }
})

/** What is no path, and the path of the issue below `run`. */
const wrong: ReadonlyArray<readonly [run: unknown, ...path: ReadonlyArray<number | string>]> = [
  [null],
  [[]],
  ["job-7"],
  [{}],
  [[{}], 0, "id"],
  [["job-7"], 0],
  [[{ id: "" }], 0, "id"],
  [[{ id: "." }], 0, "id"],
  [[{ id: ".." }], 0, "id"],
  [[{ id: "a/b" }], 0, "id"],
  [[{ id: "a b" }], 0, "id"],
  [[{ id: "a".repeat(129) }], 0, "id"],
  [[{ id: "a", limit: 1 }], 0, "limit"],
  [[{ id: "a", limit_usd: -1 }], 0, "limit_usd"],
  [[{ id: "a", limit_usd: "5" }], 0, "limit_usd"],
  [[{ id: "a", max_in_flight: 0 }], 0, "max_in_flight"],
  [[{ id: "a" }, { id: "b", max_requests: 1.5 }], 1, "max_requests"],
  [[{ id: "a", expires_in: 0 }], 0, "expires_in"],
  [Array.from({ length: 9 }, (_, n) => ({ id: `a${n}` }))]
]

/** Requests of runs. */
export const runs: Family = ({ refuses, test }) => [
  test("it is charged to its run and all above it, which it creates with their limits", async ({ api, made, run }) => {
    const spender = await made.spender()
    const [outer, place] = [freshName(), `?workspace_id=${spender.workspace}`]
    const first = { id: outer, limit_usd: 1, max_in_flight: 3, max_requests: 9, expires_in: 3600 }
    await holdIn(run, spender, [first, "a"])
    await settle(run, await holdIn(run, spender, [outer, "a"]), 0.5, is(200))
    const counted = { spent: 0.5, held: 0.25, unknown: 0, in_flight: 1, requests: 2 }
    const limits = { limit_usd: 1, remaining: 0.25, max_in_flight: 3, max_requests: 9 }
    await api.get(`/runs/${outer}${place}`, record({ ...counted, ...limits, children: 1 }))
    await api.get(`/runs/${outer}%2Fa${place}`, record({ ...counted, limit_usd: null, remaining: null, children: 0 }))
  }),
  test("more than a run, or one above it, has left", async ({ made, run }) => {
    const spender = await made.spender()
    const [outer, other] = [
      { id: freshName(), limit_usd: 0.5 },
      { id: "a", limit_usd: 9 }
    ]
    await holdIn(run, spender, [outer])
    const left = { limit: 0.5, spent: 0, holds: 1 }
    await settle(run, await holdIn(run, spender, [outer, other]), 0.125, is(200))
    await holdIn(run, spender, [outer, other], noRoom("budget_held", outer.id, { ...left, spent: 0.125, held: 0.25 }))
    const tooLarge = noRoom("budget_spent", outer.id, { ...left, spent: 0.125, asked: 0.5 })
    await holdIn(run, spender, [outer], tooLarge, { amount: 0.5 })
  }),
  test("a refusal and a dry run create nothing", async ({ api, made, run }) => {
    const spender = await made.spender()
    const [outer, place] = [freshName(), `?workspace_id=${spender.workspace}`]
    await holdIn(run, spender, [{ id: outer, limit_usd: 0.125 }], noRoom("budget_spent", outer, { limit: 0.125 }))
    await holdIn(run, spender, [{ id: outer, limit_usd: 1 }], is(200), { dry_run: true })
    await api.get(`/runs/${outer}${place}`, is(404))
  }),
  test("a run above that does not exist, and has no limits stated", async ({ made, run }) => {
    const outer = freshName()
    await holdIn(run, await made.spender(), [outer, "a"], refused("run_not_found", outer))
  }),
  test("other limits than those of the run", async ({ made, run }) => {
    const [spender, id] = [await made.spender(), freshName()]
    await holdIn(run, spender, [{ id, limit_usd: 5 }])
    await holdIn(
      run,
      spender,
      [{ id, limit_usd: 50 }],
      refused("run_conflict", id, { limit_usd: 5 }, { limit_usd: 50 })
    )
  }),
  test("more requests than a run may make", async ({ made, run }) => {
    const [spender, id] = [await made.spender(), freshName()]
    await settle(run, await holdIn(run, spender, [{ id, max_requests: 1 }]), 0.125, is(200))
    await holdIn(run, spender, [id], refused("run_requests_spent", id))
  }),
  test("as many open holds as a run admits, until one ends", async ({ made, run }) => {
    const [spender, id] = [await made.spender(), freshName()]
    const hold = await holdIn(run, spender, [{ id, max_in_flight: 1 }])
    await holdIn(run, spender, [id, "a"], full(fullOf("run", id, 1)))
    await settle(run, hold, 0.125, is(200))
    await holdIn(run, spender, [id, "a"])
  }),
  test("the same terms again, and those in another run", async ({ made, run }) => {
    const [spender, id] = [await made.spender(), freshName()]
    const hold = await holdIn(run, spender, [{ id, max_in_flight: 1 }])
    await holdIn(
      run,
      spender,
      [{ id, max_in_flight: 1 }],
      { ...admitted({ id: hold }, true), status: 200 },
      { id: hold }
    )
    await holdIn(run, spender, [`${id}-b`], conflict("hold_conflict"), { id: hold })
  }),
  test("a run of another organization is another one", async ({ account, api, made, run }) => {
    const [spender, id] = [await made.spender(), freshName()]
    await holdIn(run, spender, [{ id, limit_usd: 1 }])
    const theirs = { key: account.OTHER_PLAIN_KEY, workspace: "", hash: "" }
    const { body } = asking(theirs, 0.000_001, { run: [{ id, limit_usd: 2 }], dry_run: true })
    await api.post("/holds", JSON.parse(body), is(200), run.otherGateway)
  }),
  test("of concurrent requests, one creates the run, and as many are admitted as it has room for", async (given) => {
    const [spender, id] = [await given.made.spender(), freshName()]
    const sent = given.request(asking(spender, 0.25, { run: [{ id, limit_usd: 1 }, { id: "a" }] }))
    await given.api.together(16, sent, is(201), { 201: 4, 402: 12 })
  }),
  ...wrong.map(([run, ...path]) =>
    refuses(
      `run: not ${JSON.stringify(run).slice(0, 40)}`,
      ({ account }) => asking({ key: account.PLAIN_KEY, workspace: "", hash: "" }, 0.001, { run }),
      { ...badRequest, json: { "error.metadata.issues.0.path": ["run", ...path] } }
    )
  )
]
