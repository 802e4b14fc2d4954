import { operations } from "@tollgate/http"
import { cases, poolHooks, states } from "@tollgate/testing/conformance"
import { Struct } from "effect"
import { describe, expect, it } from "vitest"
import { withFake } from "./fakeServer.js"

const repeated = <A>(values: ReadonlyArray<A>) => values.filter((value, i) => values.indexOf(value) !== i)

const given =
  /^(BASE|(OTHER_)?(MGMT_KEY|KEY_HASH|BYOK_ID|GUARDRAIL_ID|WORKSPACE_ID|WORKSPACE_SLUG|PRESET_SLUG|PLAIN_KEY|GATEWAY_KEY|HOLD_ID|MEMBER_USER_ID)|PLAIN_KEY_HASH|MGMT_KEY_HASH|BYOK_SECRET|DISABLED_KEY|EXPIRED_KEY|VERIFIER_(S256|PLAIN|OTHER)|CHALLENGE_S256|CODE_EXPIRED)$/

/** The placeholders of all states, as a server that accepts everything gives them. */
const placeholders = withFake(
  () => ({ status: 200, body: { key: "k", data: { id: "i", hash: "h", creator_user_id: "u" } } }),
  async (url) => {
    const { setup } = poolHooks()
    const vars = { BASE_URL: url, CHALLENGE_S256: "c", VERIFIER_PLAIN: "p", VERIFIER_S256: "v" }
    const spender = await setup("spender", vars)
    const made = await Promise.all(Struct.keys(states).map((state) => setup(state, { ...vars, ...spender?.vars })))
    return new Set(made.flatMap((one) => Object.keys(one?.vars ?? {})))
  }
)

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

  it("ask for every state of the list", () => {
    const asked = new Set<string>(cases.flatMap(({ setup }) => setup ?? []))
    expect(Object.keys(states).filter((state) => !asked.has(state))).toEqual([])
  })

  it("speak only of placeholders that a run is given, that a state provides or that an earlier step saved", async () => {
    const made = await placeholders
    for (const one of cases) {
      const text = JSON.stringify(one)
      const saved = new Set(
        Array.from(text.matchAll(/"save":\{([^}]+)\}/g), ([, names = ""]) => names.match(/[A-Z0-9_]+(?=":)/g)).flat()
      )
      const spoken = Array.from(text.matchAll(/\{([A-Z][A-Z0-9_]*)(?:\|\w+)?\}/g), ([, name = ""]) => name)
      expect(spoken.filter((name) => !given.test(name) && !made.has(name) && !saved.has(name))).toEqual([])
    }
  })

  it("send bytes over a bare socket exactly where they say so", () => {
    const odd = cases.filter(({ request, transport }) => (request.raw === undefined) !== (transport === undefined))
    expect(odd.map(({ name }) => name)).toEqual([])
  })
})
