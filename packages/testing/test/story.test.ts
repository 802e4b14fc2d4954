import { describe, expect, it } from "vitest"
import { firstDifference } from "../src/contracts/firstDifference.js"
import { story } from "../src/contracts/story.js"

const played = (doing: string, answer: unknown) => ({ doing: () => doing, method: "KeyStore.find", answer })

describe("firstDifference", () => {
  it("is undefined for equal answers", () => {
    expect(firstDifference([{ a: [1] }], [{ a: [1] }])).toBeUndefined()
  })

  it("names the innermost field that differs, and what each has there", () => {
    const answer = { data: [{ id: 1, tags: ["a", "b"] }], total_count: 1 }
    const expected = { data: [{ id: 1, tags: ["a", "c"] }], total_count: 1 }
    expect(firstDifference(answer, expected)).toEqual({ at: "data[0].tags[1]", answer: "'b'", expected: "'c'" })
  })

  it("shows both whole where one has more in it", () => {
    expect(firstDifference({ data: [1, 2] }, { data: [1] })).toEqual({
      at: "data",
      answer: "[ 1, 2 ]",
      expected: "[ 1 ]"
    })
    expect(firstDifference([], null)).toEqual({ at: "", answer: "[]", expected: "null" })
  })

  it("shows no more of a value than fits into a sentence", () => {
    expect(firstDifference("x".repeat(500), "")).toEqual({
      at: "",
      answer: `'${"x".repeat(119)}…`,
      expected: "''"
    })
  })
})

describe("story", () => {
  const model = ["creating key 1", "deleting key 1", "finding key 1"].map((doing) => played(doing, []))

  it("is undefined for stores that agree", () => {
    expect(story("a map", model, model)).toBeUndefined()
  })

  it("names the calls before the first answer that differs, and both answers", () => {
    const wrong = model.map((one, index) => (index === 2 ? { ...one, answer: ["a key"] } : one))
    expect(story("a map", wrong, model)).toBe(
      "After creating key 1 and deleting key 1, finding key 1 (KeyStore.find) differs: " +
        "a map answered [ 'a key' ], the stores in memory answered []."
    )
  })

  it("names the call that one store has and the other lacks", () => {
    const failed = [played("", "failed: disk full")].map((one) => ({ ...one, method: "" }))
    expect(story("a map", model, failed)).toBe(
      "At first, creating key 1 (KeyStore.find) differs: a map answered [], the stores in memory answered 'failed: disk full'."
    )
    expect(story("a map", model, model.slice(0, 2))).toBe(
      "After creating key 1 and deleting key 1, finding key 1 (KeyStore.find) differs: " +
        "a map answered [], the stores in memory answered undefined."
    )
  })

  it("names the call at which a store failed", () => {
    const failed = [{ ...played("", "failed: disk full") }]
    expect(story("a map", failed, model)).toBe(
      "At first, creating key 1 (KeyStore.find) differs: a map answered 'failed: disk full', the stores in memory answered []."
    )
  })
})
