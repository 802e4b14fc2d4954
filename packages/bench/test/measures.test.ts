import { expect, test } from "vitest"
import { betterSqlite3Loads } from "../../../scripts/betterSqlite3.mjs"
import { isNightly } from "../../../test/runs.js"
import { calls } from "../dist/calls.js"
import { lists } from "../dist/lists.js"
import { memory } from "../dist/memory.js"
import { metrics } from "../dist/metrics.js"
import { requests } from "../dist/requests.js"
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
  "spending is measured beside hand-written statements, better-auth and a server by hand, which answers in the same shape",
  async () => {
    const measured = { text: figures, held: expect.any(Boolean) }
    const sections = await spending({ acts: 20, rounds: 1 }, 100)
    expect(sections).toEqual(sections.map(() => measured))
    expect(sections.map(({ text }) => text.split("\n")[0])).toEqual(
      expect.arrayContaining([expect.stringContaining("better-auth")])
    )
  }
)
