import { describe, expect, it } from "vitest"
import { document, places } from "./documentSchemas.js"

const isInExample = (place: ReadonlyArray<string>) =>
  place.some((part) => /^(examples?|default|enum)$/.test(part)) && !place.includes("properties")

/** Every text under a name, with its place. Properties of objects that happen to have the name are objects. */
const texts = (name: string) =>
  places((value, place) => typeof value[name] === "string" && !isInExample(place)).map(
    ([place, value]) => [[...place, name].join("/"), String(value[name])] as const
  )

const descriptions = texts("description")
const summaries = texts("summary")

/** Table rows and code are no sentences. */
const sentencesOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("|"))
    .join(" ")

const translated =
  /where there is|where it has|who asks|that asks|nobody|is told|are told|comes? of|came of|worth nothing|opens nothing|stops opening|Whoever|stands in|stands? under|that is meant|that are meant|for now\b|the same in|makes? of|made of|without it, |where nothing is said/i

describe("the texts of the document", () => {
  it("are found wherever they are", () => {
    expect(descriptions.length).toBeGreaterThan(400)
    expect(summaries.length).toBeGreaterThan(30)
    expect(descriptions.map(([place]) => place)).toEqual(
      expect.arrayContaining([
        "info/description",
        "tags/0/description",
        "components/headers/Retry-After/description",
        "components/schemas/ApiKey/properties/disabled/description",
        "components/schemas/ErrorMetadata/properties/reason/description"
      ])
    )
  })

  it("are sentences: each begins with a capital and ends with a full stop", () => {
    const wrong = descriptions.filter(([, text]) => !/^(\*\*)?[A-Z0-9].*[.:]$/s.test(sentencesOf(text)))
    expect(wrong).toEqual([])
  })

  it("name operations by a verb, without a full stop", () => {
    expect(summaries.filter(([, text]) => !/^[A-Z][a-z]+ .*[^.]$/.test(text))).toEqual([])
  })

  it("are plain English, with the words of the field", () => {
    const wrong = [...descriptions, ...summaries].filter(([, text]) => translated.test(text))
    expect(wrong).toEqual([])
    expect(translated.test("Reads the key that asks")).toBe(true)
  })

  it("state what is expected of wrong input in the same words", () => {
    const issues = places((value) => typeof value["expected"] === "string" && Array.isArray(value["path"]))
    expect(issues.length).toBeGreaterThan(30)
    for (const [place, { expected }] of issues) {
      expect([place, expected]).toEqual([place, expect.stringMatching(/^(?![A-Z][a-z]+ (is|are|the)).*[^.]$/)])
      expect([place, translated.test(String(expected))]).toEqual([place, false])
    }
  })

  it("are about the API as it is, not about the framework", () => {
    expect(JSON.stringify(document)).not.toMatch(
      /"description":"(Success|a string|a number|The request did not match)"/
    )
  })
})
