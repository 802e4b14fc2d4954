import { describe, expect, it } from "vitest"
import { about, sparing } from "../../src/conformance/about.js"
import { badRequest, ok } from "../../src/conformance/answers.js"
import { bearer, get, json } from "../../src/conformance/requests.js"
import type { Family } from "../../src/conformance/Subject.js"

const byManager = bearer("{MGMT_KEY}")
const path = { hash: "{KEY_HASH}" }
const refused: Family = ({ refuses }) => [refuses("odd", { body: "[]" }, badRequest)]

describe("about an operation", () => {
  it("its cases bear its id, ask at its own path, and are controls where they succeed", () => {
    const expect200 = ok({ data: [] })
    const whole: Family = ({ succeeds }) => [succeeds("well", {})]
    expect(about("listImageModels", { success: { expect: expect200 } }, whole)).toEqual([
      {
        operationId: "listImageModels",
        name: "listImageModels: well",
        request: { method: "GET", path: "/images/models", headers: byManager },
        expect: { ...expect200, sameAs: "listImageModels: the whole answer" },
        basis: "decision",
        control: true
      }
    ])
  })

  it("a refusal lets the reading be as it was", () => {
    const reading = { request: get("/keys/{KEY_HASH}"), except: [] }
    expect(about("updateKey", { path, reading, success: { body: "{}", expect: ok({}) } }, refused)).toEqual([
      {
        operationId: "updateKey",
        name: "updateKey: odd",
        request: { method: "PATCH", path: "/keys/{KEY_HASH}", headers: { ...byManager, ...json }, body: "[]" },
        expect: badRequest,
        basis: "decision",
        unchanged: [reading]
      }
    ])
  })

  it("a refusal that spares leaves what success would have used up", () => {
    const success = { body: "{}", setup: ["code:none"] as const, expect: ok({ key: "k" }) }
    const [one] = about("exchangeCode", { success }, sparing(refused))
    const again = { method: "POST", path: "/auth/keys", headers: { ...byManager, ...json }, body: "{}" }
    expect(one?.setup).toEqual(success.setup)
    expect(one?.follow).toEqual([{ request: again, expect: success.expect }])
  })

  it("is refused where the contract has no such operation, or its path is not filled in", () => {
    const success = { expect: ok({}) }
    expect(() => about("getNothing", { success })).toThrow("The contract has no operation getNothing.")
    expect(() => about("updateKey", { success })).toThrow("The cases of updateKey say nothing of {hash} in its path.")
  })
})
