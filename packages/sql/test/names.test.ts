import { describe, expect, it } from "@effect/vitest"
import { Names } from "../src/spending/Names.js"

describe("Names of holds", () => {
  it("stay known to a draft that has begun with them, however many others are kept meanwhile", () => {
    const kept = new Names()
    kept.add(1, "acme")
    const draft = new Names(kept)
    for (let id = 2; !kept.isFull; id++) kept.add(id, `name ${id}`)
    kept.add(0, "one more")
    expect([draft.textOf(1), draft.idOf("acme")]).toEqual(["acme", 1])
  })
})
