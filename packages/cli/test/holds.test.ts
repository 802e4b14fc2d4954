import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

/** A database of two organizations, each with a hold of 0.75 USD, of which one has an unknown outcome. */
const opened = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const run = (...args: ReadonlyArray<string>) => Effect.promise(() => runHere(args, { cwd }))
  yield* run("init")
  const holds = yield* Effect.promise(async () => {
    await using gate = await Tollgate.open({ file: join(cwd, "tollgate.db") })
    const make = async (name: string) => {
      const { organization } = await gate.organizations.findOrCreate({ name, owner_user_id: "owner" })
      const { key } = await gate.asOrganization(organization.id).keys.create({ name: "Docs assistant", limit: 1 })
      const { data } = await gate.spending.authorize({ key, amount: 0.75, model: "acme/writer", instance: name })
      return { ...data, organization: organization.id }
    }
    const [one, two] = [await make("One"), await make("Two")]
    await gate.spending.markUnknown(one.id)
    return { one, two }
  })
  const json = (...args: ReadonlyArray<string>) =>
    Effect.map(run("holds", ...args, "--json"), ({ code, stderr, stdout }) => ({
      code,
      stderr,
      answer: stdout === "" ? undefined : JSON.parse(stdout)
    }))
  return { ...holds, cli: run, json, holds: (...args: ReadonlyArray<string>) => run("holds", ...args) }
})

const refused = (code: number, stderr: unknown) => ({ code, stdout: "", stderr })

describe("holds", () => {
  it.scopedLive("lists those of all organizations as a table, or of one", () =>
    Effect.gen(function* () {
      const { holds, one, two } = yield* opened
      const { code, stderr, stdout } = yield* holds("list")
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      expect(stdout.split("\n")).toEqual([
        expect.stringMatching(/^id {36}state +amount /),
        expect.stringContaining(two.id),
        expect.stringMatching(new RegExp(`^${one.id}  unknown +\\$0\\.75 .* ${one.key_hash.slice(0, 12)} `)),
        ""
      ])
      const own = yield* holds("list", "--organization", one.organization)
      expect(own.stdout.split("\n")).toEqual([expect.any(String), expect.stringContaining(one.id), ""])
    })
  )

  it.scopedLive("lists those that all flags name", () =>
    Effect.gen(function* () {
      const { json, one } = yield* opened
      const ids = (...args: ReadonlyArray<string>) =>
        Effect.map(json("list", ...args), ({ answer }) => answer.data.map(({ id }: { readonly id: string }) => id))
      const all = ["--workspace-id", one.workspace_id, "--key-hash", one.key_hash, "--instance", "One"]
      expect(yield* ids(...all, "--state", "unknown")).toEqual([one.id])
      expect(yield* ids(...all, "--state", "open")).toEqual([])
      expect(yield* ids(...all.with(1, "01a19467-e800-4cc3-98c4-dc0c0c07398f"))).toEqual([])
      expect(yield* ids(...all.with(3, "0".repeat(64)))).toEqual([])
      expect(yield* ids(...all.with(5, "Two"))).toEqual([])
    })
  )

  it.scopedLive("settles one of any organization once, and names what its flags are", () =>
    Effect.gen(function* () {
      const { holds, json, one } = yield* opened
      const settled = yield* json("settle", one.id, "--cost", "5")
      expect(settled).toMatchObject({ code: 0, stderr: "", answer: { id: one.id, state: "settled", cost: 5 } })
      expect(yield* json("settle", one.id, "--cost", "1")).toEqual(settled)
      expect((yield* holds("list", "--flag", "overdrawn")).stdout).toMatch(/^id .* flags.*\n.* overdrawn\b.*\n$/)
    })
  )

  it.scopedLive("releases one that was not sent, and leaves one that is unknown", () =>
    Effect.gen(function* () {
      const { json, one, two } = yield* opened
      expect((yield* json("release", two.id)).answer).toMatchObject({ state: "released" })
      expect((yield* json("release", one.id)).answer).toMatchObject({ state: "unknown" })
    })
  )

  it.scopedLive("corrects one in the organization that is named", () =>
    Effect.gen(function* () {
      const { holds, json, one } = yield* opened
      yield* holds("settle", one.id, "--cost", "0.5")
      const correct = ["correct", one.id, "--cost", "0.25", "--reason", "Invoice"]
      expect(yield* holds(...correct)).toEqual(refused(1, expect.stringContaining("has several organizations")))
      const { answer } = yield* json(...correct, "--organization", one.organization)
      expect(answer).toMatchObject({
        data: { id: one.id, cost: 0.25, corrections: 1 },
        corrections: [{ before: 0.5, after: 0.25 }]
      })
    })
  )

  it.scopedLive("reconciles one that is unknown, once, and an overview counts it as spent from then on", () =>
    Effect.gen(function* () {
      const { cli, holds, json, one } = yield* opened
      const organization = ["--organization", one.organization]
      const overview = Effect.map(cli("overview", "--json", ...organization), ({ stdout }) => JSON.parse(stdout))
      expect(yield* overview).toMatchObject({ spent_daily_usd: 0, unknown_usd: 0.75, unknown_holds: 1 })
      const reconcile = ["reconcile", one.id, "--cost", "0.5", "--reason", "Invoice", ...organization]
      const shown = { data: { id: one.id, state: "settled", cost: 0.5 }, corrections: [{ before: null, after: 0.5 }] }
      expect((yield* json(...reconcile)).answer).toMatchObject(shown)
      expect((yield* json("get", one.id)).answer).toMatchObject(shown)
      expect(yield* overview).toMatchObject({ spent_daily_usd: 0.5, unknown_usd: 0, unknown_holds: 0 })
      expect((yield* cli("overview", ...organization)).stdout).toMatch(/^spent daily usd: +\$0\.5$/m)
      expect(yield* holds(...reconcile.with(3, "1"))).toEqual(
        refused(1, "The hold is settled already. Correct its cost: POST /holds/{id}/correct.\n")
      )
    })
  )

  it.scopedLive("takes no other id, cost, state or organization, and changes nothing", () =>
    Effect.gen(function* () {
      const { holds, json, one } = yield* opened
      for (const id of ["nothing", "01a19467-e800-7cc3-98c4-dc0c0c07398f"]) {
        expect(yield* holds("release", id)).toEqual(refused(1, "There is no hold with this id.\n"))
        expect(yield* holds("settle", id, "--cost", "1")).toEqual(refused(1, "There is no hold with this id.\n"))
      }
      for (const cost of ["free", "0x10", "1e3", "1000000001"]) {
        const answer = yield* holds("settle", one.id, "--cost", cost)
        expect(answer).toEqual(refused(2, expect.stringMatching(/^--cost must be /)))
      }
      expect(yield* holds("list", "--state", "lost")).toEqual(
        refused(2, "--state must be one of open, expired, released, unknown, settled.\n")
      )
      expect(yield* holds("list", "--organization", "nonsense")).toEqual(
        refused(1, "The database has no organization with this id. Nothing was changed.\n")
      )
      expect((yield* json("get", one.id)).answer).toMatchObject({ data: { state: "unknown", amount: 0.75 } })
    })
  )
})
