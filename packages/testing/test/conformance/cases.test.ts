import { operations } from "@tollgate/http"
import { cases } from "@tollgate/testing/conformance"
import { describe, expect, it } from "vitest"

const repeated = <A>(values: ReadonlyArray<A>) => values.filter((value, i) => values.indexOf(value) !== i)

const states =
  /^(code:(S256|plain|none|expired|used)|key:(disabled|expired)|(name|key|byok|member|workspace|guardrail)-fresh|(member|key)-assigned|guardrail-deleted|fault:storage-down|isolate|rate-limit:\d+)$/

const given =
  /^(BASE|(OTHER_)?(MGMT_KEY|KEY_HASH|BYOK_ID|GUARDRAIL_ID|WORKSPACE_ID|WORKSPACE_SLUG|PRESET_SLUG)|PLAIN_KEY|PLAIN_KEY_HASH|MGMT_KEY_HASH|BYOK_SECRET|MEMBER_USER_ID|ASSIGNED_KEY_HASH|DISABLED_KEY|EXPIRED_KEY|FRESH_KEY|FRESH_KEY_HASH|FRESH_BYOK_ID|FRESH_NAME|FRESH_USER_ID|DELETED_GUARDRAIL_ID|VERIFIER_(S256|PLAIN|OTHER)|CHALLENGE_S256|CODE_(S256|PLAIN|NOPKCE|USED|EXPIRED))$/

describe("the cases", () => {
  it("are numbered from one, and have names of their own", () => {
    expect(cases.length).toBeGreaterThan(1000)
    expect(cases.map(({ n }) => n)).toEqual(cases.map((_, i) => i + 1))
    expect(repeated(cases.map(({ name }) => name))).toEqual([])
  })

  it("belong to operations of the contract, or to none", () => {
    const known = new Set([null, ...operations.map(({ id }) => id)])
    expect(cases.filter(({ operationId }) => !known.has(operationId)).map(({ name }) => name)).toEqual([])
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
      const saved = new Set(
        Array.from(text.matchAll(/"save":\{([^}]+)\}/g), ([, names = ""]) => names.match(/[A-Z0-9_]+(?=":)/g)).flat()
      )
      const spoken = Array.from(text.matchAll(/\{([A-Z][A-Z0-9_]*)(?:\|\w+)?\}/g), ([, name = ""]) => name)
      expect(spoken.filter((name) => !given.test(name) && !saved.has(name))).toEqual([])
    }
  })

  it("send bytes over a bare socket exactly where they say so", () => {
    const odd = cases.filter(({ request, transport }) => (request.raw === undefined) !== (transport === undefined))
    expect(odd.map(({ name }) => name)).toEqual([])
  })
})
