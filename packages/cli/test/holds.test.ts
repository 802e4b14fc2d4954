import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

/** A database with a key that has a limit of 1 USD, and a hold of 0.75 USD whose outcome is unknown. */
const opened = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const run = (...args: ReadonlyArray<string>) => Effect.promise(() => runHere(args, { cwd }))
  const { stdout } = yield* run("init")
  const organization = /^Organization {4}(\S+)\n/.exec(stdout)?.[1] ?? ""
  const file = join(cwd, "tollgate.db")
  const hold = yield* Effect.promise(async () => {
    await using gate = await Tollgate.open({ file })
    const { key } = await gate.asOrganization(organization).keys.create({ name: "Docs assistant", limit: 1 })
    const { data } = await gate.spending.authorize({ key, amount: 0.75, model: "acme/writer", instance: "one" })
    return gate.spending.markUnknown(data.id)
  })
  return { hold, organization, holds: (...args: ReadonlyArray<string>) => run("holds", ...args) }
})

const lineOf = (hold: { id: string; key_hash: string; opened_at: string }, state: string, amount: string) =>
  `${hold.id}  ${state}  ${amount}  ${hold.key_hash.slice(0, 12)}  ${hold.opened_at}\n`

const refused = (stderr: string) => ({ code: 1, stdout: "", stderr: `${stderr}\n` })

describe("holds", () => {
  it.scopedLive("lists holds by their state, and settles one whose outcome is unknown", () =>
    Effect.gen(function* () {
      const { hold, holds } = yield* opened
      const unknown = { code: 0, stderr: "", stdout: lineOf(hold, "unknown", "$0.75") }
      expect(yield* holds("list")).toEqual(unknown)
      expect(yield* holds("list", "--state", "unknown")).toEqual(unknown)
      expect(yield* holds("list", "--state", "open")).toEqual({
        code: 0,
        stderr: "",
        stdout: "There are no such holds.\n"
      })
      const settled = yield* holds("settle", hold.id, "0.125")
      expect({ ...settled, stderr: "" }).toEqual({
        code: 0,
        stderr: "",
        stdout: lineOf(hold, "settled", "$0.125")
      })
      expect(settled.stderr).toMatch(
        /^timestamp=\S+ level=WARN message="hold changed with `tollgate holds settle`" hold=\S+ key=[0-9a-f]{12} state=settled\n$/
      )
      // Settling twice is settling once.
      expect((yield* holds("settle", hold.id, "5")).stdout).toBe(lineOf(hold, "settled", "$0.125"))
    })
  )

  it.scopedLive("lists the holds that all filters name", () =>
    Effect.gen(function* () {
      const { hold, holds, organization } = yield* opened
      const [nobody, nothing] = ["01a19467-e800-4cc3-98c4-dc0c0c07398f", "There are no such holds.\n"]
      const filters = ["--organization", organization, "--workspace", hold.workspace_id, "--key", hold.key_hash]
      const all = [...filters, "--instance", "one", "--state", "unknown"]
      expect((yield* holds("list", ...all)).stdout).toBe(lineOf(hold, "unknown", "$0.75"))
      for (const [name, other] of [
        ["--workspace", nobody],
        ["--key", "0".repeat(64)],
        ["--instance", "two"],
        ["--state", "open"]
      ] as const) {
        const others = all.with(all.indexOf(name) + 1, other)
        expect([name, yield* holds("list", ...others)]).toEqual([name, { code: 0, stdout: nothing, stderr: "" }])
      }
      for (const id of [nobody, "nonsense"]) {
        expect(yield* holds("list", "--organization", id)).toEqual(
          refused("The database has no organization with this id. Nothing was changed.")
        )
      }
      expect(yield* holds("list", "--key", hold.key_hash.slice(0, 12))).toEqual({
        code: 2,
        stdout: "",
        stderr: expect.stringMatching(/^--key must be /)
      })
    })
  )

  it.scopedLive("lists the holds with a flag", () =>
    Effect.gen(function* () {
      const { hold, holds } = yield* opened
      const overdrawn = () => holds("list", "--flag", "overdrawn")
      expect(yield* overdrawn()).toEqual({ code: 0, stderr: "", stdout: "There are no such holds.\n" })
      yield* holds("settle", hold.id, "5")
      const line = lineOf(hold, "settled", "$5").replace("\n", "  overdrawn\n")
      expect(yield* overdrawn()).toEqual({ code: 0, stderr: "", stdout: line })
    })
  )

  it.scopedLive("leaves a hold that is unknown as it is when it is released", () =>
    Effect.gen(function* () {
      const { hold, holds } = yield* opened
      expect((yield* holds("release", hold.id)).stdout).toBe(lineOf(hold, "unknown", "$0.75"))
    })
  )

  it.scopedLive("takes no other id, cost or state, and changes nothing", () =>
    Effect.gen(function* () {
      const { hold, holds } = yield* opened
      for (const id of ["nothing", "01a19467-e800-7cc3-98c4-dc0c0c07398f"]) {
        expect(yield* holds("release", id)).toEqual(refused("There is no hold with this id."))
        expect(yield* holds("settle", id, "1")).toEqual(refused("There is no hold with this id."))
      }
      for (const cost of ["free", "0x10", "1e3", "1000000001"]) {
        expect(yield* holds("settle", hold.id, cost)).toEqual({
          code: 2,
          stdout: "",
          stderr: "<usd> must be a number between 0 and 1000000000.\n"
        })
      }
      expect(yield* holds("list", "--state", "lost")).toEqual({
        code: 2,
        stdout: "",
        stderr: "--state must be one of open, expired, released, unknown, settled.\n"
      })
      expect(yield* holds("list", "--flag", "lost")).toEqual({
        code: 2,
        stdout: "",
        stderr: expect.stringMatching(/^--flag must be one of overdrawn, late, /)
      })
      expect((yield* holds("list")).stdout).toBe(lineOf(hold, "unknown", "$0.75"))
    })
  )
})
