import { describe, expect, it } from "vitest"
import { firstDifference } from "../src/contracts/firstDifference.js"
import { story } from "../src/contracts/story.js"

const played = (doing: string, answer: unknown) => ({ doing: () => doing, method: "KeyStore.find", answer })

describe("firstDifference", () => {
  it("is none between equal answers", () => {
    expect(firstDifference([{ a: [1] }], [{ a: [1] }])).toBeUndefined()
  })

  it("names the innermost field that differs, and what each has there", () => {
    const answer = { data: [{ id: 1, tags: ["a", "b"] }], total_count: 1 }
    const expected = { data: [{ id: 1, tags: ["a", "c"] }], total_count: 1 }
    expect(firstDifference(answer, expected)).toBe("answered with data[0].tags[1] 'b', expected 'c'")
  })

  it("shows both whole where one has more in it", () => {
    expect(firstDifference({ data: [1, 2] }, { data: [1] })).toBe("answered with data [ 1, 2 ], expected [ 1 ]")
    expect(firstDifference([], null)).toBe("answered [], expected null")
  })

  it("shows no more of a value than fits into a sentence", () => {
    expect(firstDifference("x".repeat(500), "")).toBe(`answered '${"x".repeat(119)}…, expected ''`)
  })
})

describe("story", () => {
  const model = ["creating key 1", "deleting key 1", "finding key 1"].map((doing) => played(doing, []))

  it("tells nothing of stores that agree", () => {
    expect(story(model, model)).toBeUndefined()
  })

  it("tells what was done before the first answer that differs", () => {
    const wrong = model.map((one, index) => (index === 2 ? { ...one, answer: ["a key"] } : one))
    expect(story(wrong, model)).toBe(
      "After creating key 1 and deleting key 1, finding key 1 (KeyStore.find) answered [ 'a key' ], expected []."
    )
  })

  it("tells of a store that gave up before the end", () => {
    const failed = [{ ...played("", "failed: disk full") }]
    expect(story(failed, model)).toBe(
      "At first, creating key 1 (KeyStore.find) answered 'failed: disk full', expected []."
    )
  })
})
