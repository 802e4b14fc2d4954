import type { Case } from "@tollgate/testing/conformance"
import { loadCases } from "@tollgate/testing/conformance"
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"

let cases: ReadonlyArray<Case> = []
beforeAll(async () => {
  cases = await Effect.runPromise(loadCases())
})

const repeated = <A>(values: ReadonlyArray<A>) => values.filter((value, i) => values.indexOf(value) !== i)

const states =
  /^(code:(S256|plain|none|expired|used)|key:(disabled|expired)|member-assigned|guardrail-(fresh|deleted)|fault:storage-down|isolate|rate-limit:\d+)$/

const given =
  /^(BASE|(OTHER_)?(MGMT_KEY|KEY_HASH|BYOK_ID|GUARDRAIL_ID|WORKSPACE_ID|WORKSPACE_SLUG)|PLAIN_KEY|PLAIN_KEY_HASH|MGMT_KEY_HASH|BYOK_SECRET|MEMBER_USER_ID|DISABLED_KEY|EXPIRED_KEY|DELETED_GUARDRAIL_ID|VERIFIER_(S256|PLAIN|OTHER)|CHALLENGE_S256|CODE_(S256|PLAIN|NOPKCE|USED|EXPIRED))$/

describe("the cases", () => {
  it("have numbers and names of their own", () => {
    expect(cases.length).toBeGreaterThan(1000)
    expect(repeated(cases.map(({ n }) => n))).toEqual([])
    expect(repeated(cases.map(({ name }) => name))).toEqual([])
  })

  it("compare themselves with cases that exist and that expect the same", () => {
    const byName = new Map(cases.map((one) => [one.name, one]))
    const odd = cases.filter(
      ({ expect: { sameAs, status } }) => sameAs !== undefined && byName.get(sameAs)?.expect.status !== status
    )
    expect(odd.map(({ name }) => name)).toEqual([])
  })

  it("execute every promise about what holds afterwards", () => {
    const idle = cases.filter((one) => one.after !== undefined && !one.follow && !one.unchanged && !one.notLogged)
    expect(idle.map(({ name }) => name)).toEqual([])
  })

  it("ask only for states that hooks know", () => {
    const asked = new Set(cases.flatMap(({ setup }) => setup ?? []))
    expect(Array.from(asked).filter((name) => !states.test(name))).toEqual([])
  })

  it("speak only of placeholders that a run is given or that an earlier step saved", () => {
    for (const one of cases) {
      const text = JSON.stringify(one)
      const saved = new Set(Array.from(text.matchAll(/"save":\{"([A-Z0-9_]+)"/g), ([, name]) => name))
      const spoken = Array.from(text.matchAll(/\{([A-Z][A-Z0-9_]*)(?:\|\w+)?\}/g), ([, name = ""]) => name)
      expect(spoken.filter((name) => !given.test(name) && !saved.has(name))).toEqual([])
    }
  })

  it("send bytes over a bare socket exactly where they say so", () => {
    const odd = cases.filter(({ request, transport }) => (request.raw === undefined) !== (transport === undefined))
    expect(odd.map(({ name }) => name)).toEqual([])
  })
})

/**
 * Operation by operation, the statuses of the contract and of the decisions beside it. 404 stands for an object or a path
 * that names none; operation 0 is what belongs to no operation.
 */
const table: Readonly<Record<number, ReadonlyArray<number>>> = {
  0: [200, 400, 401, 404, 405, 408, 417, 431],
  1: [200, 400, 401, 404, 405, 500],
  2: [200, 400, 401, 404, 405, 413, 415, 429, 500],
  3: [200, 400, 401, 403, 404, 405, 413, 415, 500],
  4: [200, 400, 401, 404, 405, 413, 415, 500],
  5: [200, 400, 401, 403, 404, 405, 500],
  6: [200, 400, 401, 404, 405, 500],
  7: [200, 400, 401, 404, 405, 500],
  8: [200, 400, 401, 404, 405, 500]
}

describe("every operation", () => {
  it.each(Object.keys(table).map(Number))("%i has a case for each of its statuses and none for another", (op) => {
    const covered = new Set(cases.filter((one) => one.op === op).map((one) => one.expect.status))
    expect(Array.from(covered).sort()).toEqual(table[op])
  })

  const operations = [1, 2, 3, 4, 5, 6, 7, 8]

  it.each(operations)("%i answers success with a whole body", (op) => {
    expect(cases.some((one) => one.op === op && one.expect.status === 200 && one.expect.body !== undefined)).toBe(true)
  })

  it.each(operations)("%i refuses a missing and an invalid credential in their own words", (op) => {
    const messages = cases.filter((one) => one.op === op && one.expect.status === 401).map((one) => one.expect.message)
    expect(messages).toContain("Missing Authentication header")
    expect(messages).toContain("Invalid credentials")
  })

  it.each([1, 2, 4, 5, 8])("%i answers another organization's object like none at all", (op) => {
    const others = cases.filter(
      (one) => one.op === op && one.request.path.includes("{OTHER_") && one.expect.status === 404
    )
    expect(others.some((one) => one.expect.sameAs !== undefined)).toBe(true)
  })

  it.each([1, 2, 3, 4, 5, 8])("%i refuses an ordinary key with its own status", (op) => {
    const plain = cases.filter((one) => one.op === op && one.request.headers["Authorization"] === "Bearer {PLAIN_KEY}")
    expect(plain.some((one) => one.expect.status === (op === 3 || op === 5 ? 403 : 401))).toBe(true)
  })
})
