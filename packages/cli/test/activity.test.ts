import { createServer } from "node:http"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

/** A database in which two models have cost $0.75 and $0.25. */
const spent = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const run = (...args: ReadonlyArray<string>) => Effect.promise(() => runHere(args, { cwd }))
  const { stdout } = yield* run("init")
  const organization = /^Organization {4}(\S+)\n/.exec(stdout)?.[1] ?? ""
  yield* Effect.promise(async () => {
    await using gate = await Tollgate.open({ file: join(cwd, "tollgate.db") })
    const { key } = await gate.asOrganization(organization).keys.create({ name: "Docs assistant" })
    for (const [model, cost] of [
      ["acme/small", 0.25],
      ["acme/large", 0.75]
    ] as const) {
      const { data } = await gate.spending.authorize({ key, amount: 1, model, labels: { team: "=1+1" } })
      await gate.spending.settle(data.id, { cost })
    }
  })
  return (...args: ReadonlyArray<string>) => run("activity", "list", ...args)
})

const printed = (...lines: ReadonlyArray<string>) => ({ code: 0, stderr: "", stdout: `${lines.join("\n")}\n` })

describe("activity list", () => {
  it.scopedLive("prints what requests cost as a table with bars, as JSON and as CSV", () =>
    Effect.gen(function* () {
      const activity = yield* spent
      expect(yield* activity("--group-by", "model")).toEqual(
        printed(
          "model       requests   cost  BYOK cost  unknown  input tokens  output tokens",
          `acme/large         1  $0.75         $0       $0             0              0  ${"█".repeat(24)}`,
          `acme/small         1  $0.25         $0       $0             0              0  ${"█".repeat(8)}`,
          "total              2     $1         $0       $0             0              0"
        )
      )
      expect(yield* activity("--csv", "--group-by", "label:team")).toEqual(
        printed("label:team,requests,cost,byok_cost,unknown,input_tokens,output_tokens\r", "'=1+1,2,1,0,0,0,0")
      )
      const { stdout: named } = yield* activity("--group-by", "key,workspace")
      expect(named.split("\n")).toEqual([
        expect.stringMatching(/^key {11}key name {8}workspace {29}workspace name {2}requests /),
        expect.stringMatching(/^[0-9a-f]{12} {2}Docs assistant {2}[0-9a-f-]{36} {2}Default .* \$1 /),
        ""
      ])
      const { stdout } = yield* activity("--json")
      const row = { requests: 2, cost: 1, byok_cost: 0, unknown: 0, input_tokens: 0, output_tokens: 0 }
      expect(JSON.parse(stdout)).toEqual({ data: [{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), ...row }] })
      expect((yield* activity("--last", "2d", "--json")).stdout).toBe(stdout)
      expect(yield* activity("--month", "2020-01")).toEqual(printed("There were no requests."))
      expect(yield* activity("--from", "2020-01-01", "--to", "2020-01-31")).toEqual(printed("There were no requests."))
    })
  )

  it.scopedLive("prints what some requests cost: by keys that are named as elsewhere, and by lists of values", () =>
    Effect.gen(function* () {
      const activity = yield* spent
      const sums = (...args: ReadonlyArray<string>) =>
        Effect.map(activity("--json", "--group-by", "model", ...args), ({ stdout }) =>
          JSON.parse(stdout).data.map(({ cost }: { readonly cost: number }) => cost)
        )
      const { stdout } = yield* activity("--json", "--group-by", "key,user,workspace")
      const [{ key, user, workspace }] = JSON.parse(stdout).data
      const unknown = "0".repeat(64)
      for (const named of [key, key.slice(0, 8), "Docs assistant", `${unknown},${key}`]) {
        expect(yield* sums("--key", named)).toEqual([0.75, 0.25])
      }
      expect(yield* sums("--key", unknown)).toEqual([])
      expect(yield* sums("--model", "acme/small")).toEqual([0.25])
      expect(yield* sums("--model", "acme/small", "--model", "acme/large,none")).toEqual([0.75, 0.25])
      expect(yield* sums("--provider", "none", "--user", user, "--workspace", workspace)).toEqual([0.75, 0.25])
      expect(yield* sums("--provider", "openai")).toEqual([])
      const refused = (code: number, said: string) => ({ code, stdout: "", stderr: said })
      expect(yield* activity("--key", "Nobody's")).toEqual(
        refused(1, "There is no API key with this hash, this beginning of a hash (8 or more digits), or this name.\n")
      )
      const several = "must be one list, separated by commas, of 1 to 10 different"
      expect(yield* activity("--workspace", "Research")).toEqual(
        refused(2, `--workspace ${several} UUIDs of workspaces.\n`)
      )
      expect(yield* activity("--key", `${key},${key}`)).toEqual(
        refused(2, "--key must be 1 to 10 different hashes of API keys, each of 64 lowercase hexadecimal digits.\n")
      )
    })
  )

  it.scopedLive("refuses flags that do not fit together, and other groups", () =>
    Effect.gen(function* () {
      const activity = yield* spent
      const refused = (code: number, said: unknown) => ({ code, stdout: "", stderr: said })
      expect(yield* activity("--url", "https://a.example")).toEqual(
        refused(2, "--url needs an API key in TOLLGATE_KEY.\n")
      )
      for (const flag of ["--database", "--master-key", "--organization"]) {
        expect(yield* activity("--url", "https://a.example", flag, "x")).toEqual(
          refused(2, expect.stringContaining("--url cannot be combined"))
        )
      }
      expect(yield* activity("--json", "--csv")).toEqual(refused(2, "--json and --csv exclude each other.\n"))
      expect(yield* activity("--last", "7d", "--month", "2026-10")).toEqual(
        refused(2, "--last, --month, and --from with --to exclude each other.\n")
      )
      const groups = "day, model, provider, key, user, workspace, basis, or label: and the name of a label"
      expect(yield* activity("--group-by", "colour")).toEqual(
        refused(2, `--group-by must be 1 to 8 different groups: ${groups}.\n`)
      )
      expect(yield* activity("--from", "yesterday")).toEqual(
        refused(2, "--from must be a date in UTC, such as 2026-05-31.\n")
      )
      expect(yield* activity("--from", "2026-05-02", "--to", "2026-05-01")).toEqual(
        refused(2, "--from must be a date that is not after `to`, which is today if it is not stated.\n")
      )
    })
  )

  it("says what to correct if a server gives no report", async () => {
    await using gate = await Tollgate.open({ memory: true })
    const server = createServer(gate.nodeHandler())
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
    const activity = (url: string) =>
      runHere(["activity", "list", "--url", url], { variables: { TOLLGATE_KEY: "nonsense" } })
    const refused = (stderr: string) => ({ code: 1, stdout: "", stderr: `${stderr}\n` })
    const advice = "Start the server, or correct the address in --url."
    expect([await activity(url), await activity(`${url}/elsewhere`), await activity("http://127.0.0.1:1")]).toEqual([
      refused(
        "The key is unknown, malformed, disabled or expired. Set TOLLGATE_KEY to a management key or an API key of the server at --url."
      ),
      refused(`listActivity: The answer does not match the contract (404). ${advice}`),
      refused(`listActivity: The server did not answer. ${advice}`)
    ])
    await new Promise((closed) => server.close(closed))
  })
})
