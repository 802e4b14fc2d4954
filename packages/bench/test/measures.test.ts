import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { betterSqlite3Loads } from "../../../scripts/betterSqlite3.mjs"
import { isNightly } from "../../../test/runs.js"
import { titleOf } from "../dist/harness/report.js"
import { withResults } from "../dist/harness/results.js"
import type { Section } from "../dist/harness/Section.js"
import { answers } from "../dist/requests/answers.js"
import { besideSearch } from "../dist/requests/besideSearch.js"
import { memory } from "../dist/requests/memory.js"
import { metrics } from "../dist/requests/metrics.js"
import { requests } from "../dist/requests.js"
import { besideRedis } from "../dist/spending/calls/besideRedis.js"
import { program } from "../dist/spending/calls/RedisServer.js"
import type { Spender } from "../dist/spending/calls/tenants.js"
import { spending } from "../dist/spending.js"
import { ofCommand, start } from "../dist/start.js"
import { inMemory } from "../dist/storage/inMemory.js"
import { onPostgres as listsOnPostgres } from "../dist/storage/lists/onPostgres.js"
import { onSqlite as listsOnSqlite } from "../dist/storage/lists/onSqlite.js"
import { onPostgres } from "../dist/storage/onPostgres.js"
import { onSqlite } from "../dist/storage/onSqlite.js"
import { storage } from "../dist/storage.js"

// As compiled, since that is where servers of their own are started from. Only that each still measures: what it measures
// decides nothing on a machine that does other things. By day some of them, at night all.

const hasBetterSqlite3 = betterSqlite3Loads()

const measured = { text: expect.not.stringMatching(/NaN|undefined/), held: expect.any(Boolean) }
const few = { acts: 2, rounds: 1 }

const titles = (sections: ReadonlyArray<Section>) => sections.map(({ text }) => text.split("\n")[0])

test("the page of results has the tables of every part, in order, and no others", () => {
  const measures = { start: start(), requests: requests(), storage: storage(), spending: spending({}) }
  const all = Object.entries(measures).flatMap(([name, parts]) => Object.keys(parts).map((part) => titleOf(name, part)))
  const page = readFileSync(new URL("../RESULTS.md", import.meta.url), "utf8")
  expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(all)
  for (const title of all) {
    const text = page.split(`## ${title}\n`)[1]?.split(/^## /m)[0] ?? ""
    expect(withResults(page, all, title, text)).toBe(page)
  }
  expect(withResults(page, all, "storage --on lists", "none")).toContain("## storage --on lists\n\nnone\n\n## spending")
})

test.runIf(isNightly)("a start is measured beside Node.js alone", async () => {
  expect(await ofCommand({ rounds: 1, warmUp: 0 })).toEqual(measured)
})

test.runIf(isNightly && hasBetterSqlite3)(
  "a request is measured beside a server by hand, which answers in the same shape",
  async () => {
    const section = await answers("", { part: 0.002, rounds: 1, warmUp: 0 })
    expect(section).toEqual(measured)
    expect(section.text.match(/by hand {2}/g)).toHaveLength(7)
  }
)

test.runIf(isNightly && hasBetterSqlite3)("a small request is measured beside a search of many keys", async () => {
  expect(await besideSearch(200, few)).toEqual(measured)
})

test.runIf(isNightly)("what the server holds is measured after each tenth of the requests", async () => {
  expect(await memory(10)).toEqual(measured)
})

test("what metrics add to a request is measured", async () => {
  expect(await metrics({ acts: 10, rounds: 1 })).toEqual(measured)
})

test("acts in memory are measured in times of a hash, and the Promise API beside its programs", async () => {
  expect(await inMemory({ acts: 10, rounds: 1, keys: 2 })).toEqual([measured, measured])
})

test.runIf(isNightly && hasBetterSqlite3)(
  "acts on SQLite are measured beside better-sqlite3, better-auth and changes without an addition",
  async () => {
    const sections = await onSqlite({ reads: few, writes: few, audited: few, calls: few, codes: 50 })
    expect(sections).toEqual(sections.map(() => measured))
    expect(titles(sections)).toEqual([
      "### SQLite: an act, beside better-sqlite3 with as many acts in a commit",
      "### SQLite: beside better-auth, which stores when a key was last used",
      "### SQLite: the Promise API",
      "### SQLite: the audit entry of a change",
      "### SQLite: with an `Idempotency-Key`, beside the same change without",
      "### SQLite: the event loop"
    ])
  }
)

test.runIf(isNightly && hasBetterSqlite3)(
  "acts on PostgreSQL are measured beside pg and changes without an addition",
  async () => {
    const sections = await onPostgres({ ...few, codes: 50 })
    expect(sections).toEqual(sections.map(() => measured))
    expect(titles(sections)).toEqual([
      "### PostgreSQL: an act, beside pg, 10 connections",
      "### PostgreSQL: the audit entry of a change",
      "### PostgreSQL: with an `Idempotency-Key`, beside the same change without"
    ])
  }
)

test.runIf(isNightly && hasBetterSqlite3)(
  "page 1 of each list is measured in a large organization beside a small one",
  async () => {
    const sizes = { small: 200, large: 200 }
    expect([await listsOnSqlite(sizes, few), await listsOnPostgres(sizes, few)]).toEqual([measured, measured])
  }
)

test.runIf(isNightly && hasBetterSqlite3)(
  "spending is measured: what a gateway calls first, then the store alone, each beside the work by hand",
  async () => {
    const sections: Array<Section> = []
    const size = { acts: 20, rounds: 1, many: 100, tenants: { organizations: 2, keys: 2 } }
    for (const part of Object.values(spending(size))) sections.push(...(await part()))
    expect(sections).toEqual(sections.map(() => measured))
    expect(titles(sections)).toEqual([
      "### What a gateway calls: authorize and settle, 5 scopes, 4 keys",
      "### Runs: authorize and settle, beside the same without",
      "### Runs: a request that is refused, beside open holds of others",
      "### Runs: what stays of them",
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
