import { describe, expect, it } from "@effect/vitest"
import { ByokCredentialQuery, InvalidInput, NewByokCredential, Provider } from "@tollgate/core"
import { Either, FastCheck, type ParseResult, Schema } from "effect"
import { nearest } from "../../src/schema/nearest.js"

const known = ["openai", "open-inference", "anthropic", "azure"]

describe("nearest", () => {
  it("names the closest word first, whatever its case", () => {
    expect(nearest("OpenAI", known)).toEqual(["openai"])
    expect(nearest("opanai", known)).toEqual(["openai"])
    expect(nearest("open", known)).toEqual(["openai", "open-inference"])
    expect(nearest("antropic", known)).toEqual(["anthropic"])
  })

  it("counts a letter that is replaced, added or left out as one", () => {
    expect(nearest("axxre", known)).toEqual(["azure"])
    expect(nearest("azxxure", known)).toEqual(["azure"])
    expect(nearest("xxazure", known)).toEqual(["azure"])
    expect(nearest("antxic", ["anthropic"])).toEqual([])
    expect(nearest("anthoic", known)).toEqual(["anthropic"])
  })

  it("names nothing for what resembles no word", () => {
    for (const written of ["", "x", "sk-ant-api03-very-secret", "q".repeat(100_000)]) {
      expect(nearest(written, known)).toEqual([])
    }
  })

  it.prop(
    "finds each word with one letter changed",
    { word: FastCheck.constantFrom(...Provider.literals), at: FastCheck.nat() },
    ({ at, word }) => {
      if (word.length < 4) return
      const i = at % word.length
      expect(nearest(`${word.slice(0, i)}_${word.slice(i + 1)}`, Provider.literals, 5)).toContain(word)
    }
  )
})

describe("a provider that is not supported", () => {
  const issuesOf = <A, I>(schema: Schema.Schema<A, I>, input: unknown) =>
    Either.match(Schema.decodeUnknownEither(schema)(input), {
      onRight: () => [],
      onLeft: (error: ParseResult.ParseError) => InvalidInput.fromParseError(error).issues
    })

  it("is refused with the nearest slugs", () => {
    expect(issuesOf(NewByokCredential, { provider: "open-ai", key: "k" })).toEqual([
      { path: ["provider"], expected: "the slug of a supported provider, such as openai" }
    ])
    expect(issuesOf(ByokCredentialQuery, { provider: "Anthropic" })).toEqual([
      { path: ["provider"], expected: "the slug of a supported provider, such as anthropic" }
    ])
  })

  it("is refused without a word of what was sent", () => {
    expect(issuesOf(NewByokCredential, { provider: "sk-ant-api03-secret", key: "k" })).toEqual([
      { path: ["provider"], expected: "the slug of a supported provider" }
    ])
    expect(issuesOf(NewByokCredential, { provider: 7, key: "k" })).toEqual([
      { path: ["provider"], expected: "the slug of a supported provider" }
    ])
  })
})
