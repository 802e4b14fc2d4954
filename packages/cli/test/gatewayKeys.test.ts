import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const ABSENT = "00000000-0000-4000-8000-000000000000"
const TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"

/** An initialized database in a folder, in which the commands run. */
const opened = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const tollgate = (...args: ReadonlyArray<string>) => Effect.promise(() => runHere(["gateway-keys", ...args], { cwd }))
  const { stdout } = yield* Effect.promise(() => runHere(["init"], { cwd }))
  const [, organization = "", gatewayKey = ""] =
    /^Organization {4}(\S+)\nManagement key {2}tg_mk_[0-9A-Za-z]{49}\nGateway key {5}(tg_gk_[0-9A-Za-z]{49})\n\n/.exec(
      stdout
    ) ?? []
  return { file: join(cwd, "tollgate.db"), gatewayKey, organization, tollgate }
})

const labelOf = (key: string) => `${key.slice(0, 9)}...${key.slice(-4)}`

describe("gateway-keys", () => {
  it.scopedLive("begins with the key for all organizations that a new database gets", () =>
    Effect.gen(function* () {
      const { file, gatewayKey, tollgate } = yield* opened
      const { code, stderr, stdout } = yield* tollgate("list")
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      const { data } = yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ file })
        return gate.gatewayKeys.list()
      })
      expect(data).toEqual([
        { hash: expect.any(String), label: labelOf(gatewayKey), organization_id: null, created_at: expect.any(String) }
      ])
      expect(stdout).toBe(`${data[0]?.hash}  ${data[0]?.label}  ${data[0]?.created_at}  all organizations\n`)
    })
  )

  it.scopedLive("creates a key for one organization, prints it once, and says on standard error that it did", () =>
    Effect.gen(function* () {
      const { organization, tollgate } = yield* opened
      const { code, stderr, stdout } = yield* tollgate("create", "--organization", organization)
      expect(code).toBe(0)
      const [, of, key = ""] =
        /^Organization {4}(\S+)\nGateway key {5}(tg_gk_[0-9A-Za-z]{49})\n\nStore this key now\. It is not shown again\.\n$/.exec(
          stdout
        ) ?? []
      expect(of).toBe(organization)
      expect(stderr).toMatch(
        /^timestamp=\S+ level=WARN message="gateway key created with `tollgate gateway-keys create`" key=[0-9a-f]{12} organization=\S+\n$/
      )
      expect(stderr).not.toContain(key)
      const listed = yield* tollgate("list")
      expect(listed.stdout).toMatch(
        new RegExp(`^[0-9a-f]{64}  ${labelOf(key).replaceAll(".", "\\.")}  ${TIME}  ${organization}\n`)
      )
      expect(listed.stdout).not.toContain(key)
    })
  )

  it.scopedLive("deletes a key, and takes no other hash or organization", () =>
    Effect.gen(function* () {
      const { tollgate } = yield* opened
      const { stdout } = yield* tollgate("list")
      const hash = stdout.slice(0, 64)
      for (const id of ["nobody", ABSENT]) {
        expect(yield* tollgate("create", "--organization", id)).toEqual({
          code: 1,
          stdout: "",
          stderr: "The database has no organization with this id. Nothing was changed.\n"
        })
      }
      for (const other of ["nobody", "0".repeat(64)]) {
        expect(yield* tollgate("delete", other)).toEqual({
          code: 1,
          stdout: "",
          stderr: "There is no gateway key with this hash.\n"
        })
      }
      const deleted = yield* tollgate("delete", hash)
      expect({ ...deleted, stderr: "" }).toEqual({ code: 0, stderr: "", stdout: "The gateway key is deleted.\n" })
      expect(deleted.stderr).toContain(`key=${hash.slice(0, 12)}`)
      expect(yield* tollgate("list")).toEqual({ code: 0, stderr: "", stdout: "There are no gateway keys.\n" })
    })
  )
})
