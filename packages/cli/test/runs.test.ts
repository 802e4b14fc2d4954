import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runMethods } from "../dist/account/runMethods.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

/** A database of two organizations, and the key of one of them. */
const opened = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const file = join(cwd, "tollgate.db")
  yield* Effect.promise(() => runHere(["init"], { cwd }))
  const { key, organization_id } = yield* Effect.promise(async () => {
    await using gate = await Tollgate.open({ file })
    const { organization } = await gate.organizations.findOrCreate({ name: "Acme", owner_user_id: "owner" })
    const { key } = await gate.asOrganization(organization.id).keys.create({ name: "Agents" })
    return { key, organization_id: organization.id }
  })
  const run = (args: ReadonlyArray<string>, input = "") =>
    Effect.promise(() => runHere([...args, "--organization", organization_id], { cwd, input }))
  const json = (...args: ReadonlyArray<string>) =>
    Effect.map(run(["runs", ...args, "--json"]), ({ code, stderr, stdout }) => {
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      return JSON.parse(stdout)
    })
  const ask = (steps: ReadonlyArray<object>) =>
    Effect.promise(() =>
      runHere(
        ["holds", "authorize", "--key", "--amount", "0.5", "--model", "acme/writer", "--run", JSON.stringify(steps)],
        { cwd, input: key }
      )
    )
  return { ask, file, json, organization_id, run }
})

const limits = { limit_usd: null, max_in_flight: null, max_requests: null, ends_at: null }

describe("tollgate runs set", () => {
  it.scopedLive("creates a run, then changes what is stated of it and nothing else", () =>
    Effect.gen(function* () {
      const { json } = yield* opened
      const created = yield* json("set", "job-7", "--limit-usd", "5", "--max-requests", "9", "--expires-in", "null")
      expect(created).toMatchObject({ ...limits, path: "job-7", limit_usd: 5, max_requests: 9 })
      const changed = yield* json("set", "job-7", "--limit-usd", "6", "--max-requests", "null", "--max-in-flight", "2")
      expect(changed).toEqual({ ...created, limit_usd: 6, max_requests: null, max_in_flight: 2, remaining: 6 })
      expect(yield* json("set", "job-7")).toEqual(changed)
      expect(yield* json("get", "job-7")).toEqual(changed)
      const { created_at, ends_at } = yield* json("set", "job-7/researcher", "--expires-in", "60")
      expect(Date.parse(ends_at) - Date.parse(created_at)).toBe(60_000)
    })
  )

  it.scopedLive("says what is wrong with the path, the run above it, and a limit", () =>
    Effect.gen(function* () {
      const { run } = yield* opened
      const refusals = [
        [["job-9/a"], 1, "The run job-9 does not exist. Open it first, or state its limits.\n"],
        [["a b"], 2, expect.stringMatching(/^<path> must be 1 to 8 names of runs, joined by slashes/)],
        [["a", "--limit-usd", "x"], 2, "--limit-usd must be a number between 0 and 1000000000.\n"]
      ] as const
      for (const [args, code, stderr] of refusals) {
        expect(yield* run(["runs", "set", ...args])).toEqual({ code, stdout: "", stderr })
      }
    })
  )

  it.scopedLive("changes a run that another caller creates meanwhile", () =>
    Effect.gen(function* () {
      const { file, organization_id } = yield* opened
      const calls: Array<string> = []
      const set = async () => {
        await using gate = await Tollgate.open({ file })
        const { runs } = gate.asOrganization(organization_id).spending
        const raced = runMethods({
          ...runs,
          update: (path, patch) => {
            calls.push("update")
            return runs.update(path, patch)
          },
          open: async (path, terms) => {
            calls.push("open")
            await runs.open(path, { limit_usd: 1, max_requests: 3 })
            return runs.open(path, terms)
          }
        })
        return await raced.set("job-7", { limit_usd: 5 })
      }
      expect(yield* Effect.promise(set)).toMatchObject({ limit_usd: 5, max_requests: 3 })
      expect(calls).toEqual(["update", "open", "update"])
    })
  )
})

describe("tollgate runs get", () => {
  it.scopedLive("prints the run, and the tree below it with bars, after what was asked for in it", () =>
    Effect.gen(function* () {
      const { ask, json, run } = yield* opened
      yield* json("set", "job-7", "--limit-usd", "5")
      yield* json("set", "job-7/writer", "--limit-usd", "2")
      const researcher = { id: "researcher", limit_usd: null }
      for (const path of [
        [{ id: "job-7" }, researcher],
        [{ id: "job-7" }, researcher, { id: "reader" }],
        [{ id: "other" }]
      ]) {
        expect(yield* ask(path)).toMatchObject({ code: 0, stderr: "" })
      }
      yield* json("stop", "job-7/writer", "--reason", "It loops.")
      const { stdout } = yield* run(["runs", "get", "job-7"])
      expect(stdout).toContain("path:             job-7\n")
      expect(stdout.slice(stdout.indexOf("\n\n")).trim()).toBe(
        `
run            state    spent  held  unknown  limit  in flight  requests
job-7          open        $0    $1       $0     $5          2         2  ▓▓▓▓░░░░░░░░░░░░░░░░
├─ researcher  open        $0    $1       $0      -          2         2
│  └─ reader   open        $0  $0.5       $0      -          1         1
└─ writer      stopped     $0    $0       $0     $2          0         0  ░░░░░░░░░░░░░░░░░░░░`.trim()
      )
      const alone = yield* run(["runs", "get", "job-7/writer"])
      expect(alone.stdout.slice(alone.stdout.indexOf("\n\n")).trim()).toBe("░".repeat(20))
      expect(yield* json("get", "job-7")).toMatchObject({ path: "job-7", children: 2 })
    })
  )

  it.scopedLive("says how many more runs there are than it reads", () =>
    Effect.gen(function* () {
      const { file, organization_id, run } = yield* opened
      yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ file })
        const job = await gate.asOrganization(organization_id).spending.runs.open("job-7")
        await Promise.all(Array.from({ length: 102 }, (_, at) => job.child(`part-${at}`)))
      })
      const { stdout } = yield* run(["runs", "get", "job-7"])
      expect(stdout.match(/part-/g)).toHaveLength(100)
      expect(stdout.trimEnd().split("\n").at(-1)).toBe(
        "2 more. tollgate runs list --parent <path> --all prints all that are directly below one."
      )
      const all = yield* run(["runs", "list", "--parent", "job-7", "--all"])
      expect(all.stdout.match(/part-/g)).toHaveLength(102)
    })
  )
})
