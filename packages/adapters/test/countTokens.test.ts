import { describe, expect, it } from "vitest"
import { textTokens, tokensOf } from "../src/base/countTokens.js"

const bytes = new Uint8Array(1_000_000)
const base64 = Buffer.from(bytes).toString("base64")
const url = new URL("https://files.example/cat.png")

describe("The input tokens of a request", () => {
  it("are one for three bytes of its text, in any script", () => {
    expect([textTokens(""), textTokens("a"), textTokens("hello "), textTokens("你好")]).toEqual([0, 1, 2, 2])
    const text = "The quick brown fox jumps over the lazy dog. ".repeat(1_000)
    const counted = tokensOf([{ role: "user", content: [{ type: "text", text }] }])
    expect(counted - text.length / 3).toBeGreaterThan(0)
    expect(counted - text.length / 3).toBeLessThan(50)
  })

  const files = {
    "bytes of the AI SDK": { type: "file", mediaType: "image/png", data: bytes },
    "a Buffer": { type: "file", mediaType: "image/png", data: Buffer.from(bytes) },
    base64: { type: "file", mediaType: "image/png", data: base64 },
    "an address": { type: "file", mediaType: "image/png", data: url },
    "bytes of version 7": { type: "file", mediaType: "image/png", data: { type: "data", data: bytes } },
    "an address of version 7": { type: "file", mediaType: "image/png", data: { type: "url", url } },
    "a result of a tool": { type: "image-data", mediaType: "image/png", data: base64 },
    "an image of OpenAI's chat": { type: "image_url", image_url: { url: `data:image/png;base64,${base64}` } },
    "an image of OpenAI's responses": { type: "input_image", image_url: `data:image/png;base64,${base64}` }
  }
  it.each(Object.entries(files))("are 2,000 for a file, whatever its size: %s", (_, file) => {
    const without = tokensOf([{ role: "user", content: [] }])
    const counted = tokensOf([{ role: "user", content: [file] }]) - without
    expect(counted).toBeGreaterThanOrEqual(2_000)
    expect(counted).toBeLessThan(2_050)
  })

  it("are those of its text for a file of text, and for other fields with the names of files", () => {
    const text = "a".repeat(30_000)
    const file = { type: "file", mediaType: "text/plain", data: { type: "text", text } }
    const result = { type: "json", value: { data: text, url: "https://pages.example" } }
    for (const part of [file, result]) {
      expect(tokensOf(part)).toBeGreaterThanOrEqual(10_000)
      expect(tokensOf(part)).toBeLessThan(10_100)
    }
  })
})
