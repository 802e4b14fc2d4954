import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { betterSqlite3Loads } from "../../../scripts/betterSqlite3.mjs"
import { isNightly } from "../../../test/runs.js"
import { calls } from "../dist/calls.js"
import { lists } from "../dist/lists.js"
import { memory } from "../dist/memory.js"
import { metrics } from "../dist/metrics.js"
import { requests } from "../dist/requests.js"
import { besideRedis } from "../dist/spending/calls/besideRedis.js"
import { program } from "../dist/spending/calls/RedisServer.js"
import type { Spender } from "../dist/spending/calls/tenants.js"
import { spending } from "../dist/spending.js"
import { start } from "../dist/start.js"

// As compiled, since that is where servers of their own are started from. Only that each still measures: what it measures
// decides nothing on a machine that does other things. By day one of them, at night all.

const hasBetterSqlite3 = betterSqlite3Loads()

const figures = expect.not.stringMatching(/NaN|undefined/)

test.runIf(isNightly)("a start is measured", async () => {
  expect(await start({ rounds: 1, warmUp: 0 })).toEqual([{ text: figures, held: expect.any(Boolean) }])
})

test.runIf(isNightly && hasBetterSqlite3)(
  "a request is measured beside a server by hand and one of Fastify, which answer in the same shape",
  async () => {
    const sections = await requests({ part: 0.002, rounds: 1, warmUp: 0 })
    expect(sections).toEqual([{ text: figures, held: expect.any(Boolean) }])
    expect(sections[0]?.text.match(/Fastify/g)).toHaveLength(7)
  }
)

test.skipIf(!hasBetterSqlite3)("a call in process is measured beside hand-written code and better-auth", async () => {
  const sections = await calls({ acts: 10, rounds: 1, keys: 2 })
  const measured = { text: figures, held: expect.any(Boolean) }
  expect(sections).toEqual([measured, measured])
})

test("what metrics add to a request is measured", async () => {
  expect(await metrics({ acts: 10, rounds: 1 })).toEqual([{ text: figures, held: expect.any(Boolean) }])
})

test.runIf(isNightly)("what the server holds is measured after each tenth of the requests", async () => {
  expect(await memory(10)).toEqual([{ text: figures, held: expect.any(Boolean) }])
})

test.runIf(isNightly && hasBetterSqlite3)(
  "page 1 of each list is measured in a large organization beside a small one",
  async () => {
    const measured = { text: figures, held: expect.any(Boolean) }
    expect(await lists(200, { acts: 2, rounds: 1 })).toEqual([measured, measured, measured])
  }
)

test.runIf(isNightly && hasBetterSqlite3)(
  "spending is measured: what a gateway calls first, then the store alone, each beside the work by hand",
  async () => {
    const measured = { text: figures, held: expect.any(Boolean) }
    const sections = await spending({ acts: 20, rounds: 1 }, 100, "", { organizations: 2, keys: 2 })
    expect(sections).toEqual(sections.map(() => measured))
    expect(sections.map(({ text }) => text.split("\n")[0])).toEqual([
      "### What a gateway calls: authorize and settle, 5 scopes, 4 keys",
      "### Of it the store: in memory",
      "### Of it the store: SQLite, a hold of 5 scopes and its settlement, beside better-sqlite3",
      "### Of it the store: PostgreSQL, a hold of 5 scopes and its settlement, beside one counter by hand",
      "### Of it the store: many keys, acts and rows",
      "### Of it the store: 64 callers on SQLite, beside better-auth",
      "### Key cache: admissions of 100 keys of one organization, SQLite, 64 callers",
      "### Key cache: the heap, on SQLite"
    ])
  }
)

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), "tollgate-bench-test-"))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

const spender = (n: number): Spender => ({
  secret: `secret ${n}`,
  hash: hashOf(`secret ${n}`),
  organization: "acme",
  workspace: "default",
  user: "ada",
  guardrail: "limit"
})

const beside = { callers: 4, spenders: [spender(1), spender(2)] }
const nothing = () => {}

test("where Redis is not installed, the row beside it is skipped by its name", async () => {
  vi.stubEnv("PATH", "")
  onTestFinished(() => void vi.unstubAllEnvs())
  const { cells, judged } = await besideRedis(folder(), beside, nothing, { acts: 1, rounds: 1 })
  expect(cells.filter((cell) => cell !== "")).toEqual([
    "Promise, SQLite, 4 callers",
    "two Lua scripts on Redis, AOF `always`: skipped, no `redis-server` on PATH"
  ])
  expect(judged).toBeUndefined()
})

test.skipIf(program() === null)("two scripts on Redis count what they settle, and leave nothing held", async () => {
  const { judged } = await besideRedis(folder(), beside, nothing, { acts: 10, rounds: 1 })
  expect(judged).toEqual([
    expect.any(Number),
    expect.objectContaining({ name: expect.stringContaining("at least 0.4") })
  ])
})
