import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import { Tollgate } from "@tollgate/node"
import { Effect, Logger, TestClock } from "effect"
import { demoAccount } from "../src/demo/demoAccount.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const demo = (args: ReadonlyArray<string>, cwd: string) => Effect.promise(() => runHere(["demo", ...args], { cwd }))

/** The holder of each of these keys, according to the database. */
const managementKeysWork = (file: string, keys: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    await using gate = await Tollgate.open({ file })
    for (const key of keys) await gate.withKey(key).keys.create({ name: "Works", management: true })
  })

describe("demo", () => {
  it.effect("spends without a clock that goes back by more than a day, also just after midnight", () => {
    const lines: Array<string> = []
    const log = Logger.replace(
      Logger.defaultLogger,
      Logger.map(Logger.stringLogger, (line) => void lines.push(line))
    )
    return Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-07-15T00:11:00Z"))
      yield* demoAccount
      expect(lines).toEqual([])
    }).pipe(Effect.provide([Memory.layer, log]))
  })

  it.scopedLive("prints a table of lines for a terminal, and which database all of it is in", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const { code, stderr, stdout } = yield* demo([], cwd)
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      const lines = stdout.trimEnd().split("\n")
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120)
      expect(stdout).toContain("The data is in the database ./tollgate.db.")
      const keys = [...stdout.matchAll(/management key +(\S+)/g)].map(([, key = ""]) => key)
      expect(keys).toHaveLength(2)
      yield* managementKeysWork(join(cwd, "tollgate.db"), keys)
    })
  )

  it.scopedLive("prints one JSON object of texts on at most sixty lines when it is asked for that", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const { code, stderr, stdout } = yield* demo(["--json", "--database", "demo.db"], cwd)
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      expect(stdout.split("\n").length).toBeLessThanOrEqual(60)
      const vars: Record<string, unknown> = JSON.parse(stdout)
      for (const value of Object.values(vars)) expect(value).toBeTypeOf("string")
      yield* managementKeysWork(join(cwd, "demo.db"), [String(vars["MGMT_KEY"]), String(vars["OTHER_MGMT_KEY"])])
    })
  )
})
