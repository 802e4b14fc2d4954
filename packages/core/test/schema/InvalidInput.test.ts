import { describe, expect, it } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { ApiKeyPatch, InvalidInput, NewHold, NewImageModels, NewOrganization, NewPreset } from "@tollgate/core"
import { Either, FastCheck as fc, Option, Schema, SchemaAST } from "effect"
import { runs } from "../../../../test/runs.js"

/** Every schema of core that reads what comes from outside: those that refuse unknown fields. */
const schemas = Object.entries<unknown>(Core).filter(
  (entry): entry is [string, Schema.Schema.AnyNoContext] =>
    Schema.isSchema(entry[1]) &&
    Option.exists(
      SchemaAST.getAnnotation<SchemaAST.ParseOptions>(SchemaAST.ParseOptionsAnnotationId)(entry[1].ast),
      ({ onExcessProperty }) => onExcessProperty === "error"
    )
)

const fields = [
  ...new Set(
    schemas.flatMap(([, { ast }]) =>
      SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ name }) => String(name))
    )
  )
]

const base62 = (length: number) => fc.stringMatching(new RegExp(`^[0-9A-Za-z]{${length}}$`))

/** What must never be shown again: keys, codes and verifiers of ours, and secrets as providers write them. */
const secret = fc.oneof(
  base62(49).map((text) => `tg_sk_${text}`),
  base62(49).map((text) => `tg_mk_${text}`),
  base62(43),
  base62(24).map((text) => `sk-ant-api03-${text}`),
  base62(24).map((text) => `sk-proj-${text}\n`),
  base62(20).map((text) => `postgres://user:${text}@db.internal/x`),
  base62(20).map((text) => `-----BEGIN PRIVATE KEY-----${text}`),
  base62(20).map((text) => `{"private_key":"${text}"}`),
  base62(20).map((text) => `is unexpected, expected: ${text}`),
  base62(20).map((text) => `expected: ${text}`)
)

const number = fc.oneof(
  fc.integer({ min: 2_000_000_000 }).map((value) => value + 0.5),
  fc.constantFrom(1e300, -123_456.5)
)

const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, secret, number, fc.boolean(), fc.constant(null), tie("list"), tie("object")),
  list: fc.array(tie("value"), { maxLength: 4 }),
  object: fc.dictionary(fc.oneof(fc.constantFrom(...fields), secret), tie("value"), { maxKeys: 6 })
}))

const body = fc.oneof(
  value,
  fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fields) }, { weight: 1, arbitrary: secret }), value)
)

/** Every text and number anywhere in a value, the names of unknown fields included. */
const canaries = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (typeof value === "number") return [String(value)]
  if (Array.isArray(value)) return value.flatMap(canaries)
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(fields.includes(name) ? [] : [name]),
    ...canaries(inner)
  ])
}

const CatalogEntryEncoded = {
  id: "acme/painter",
  name: "Painter",
  description: "",
  created: 0,
  architecture: { input_modalities: [], output_modalities: [] },
  supports_streaming: false
}

describe("InvalidInput", () => {
  it("reads at least what core takes for keys, codes and the catalogue", () => {
    const names = schemas.map(([name]) => name)
    expect(names).toEqual(
      expect.arrayContaining(["AuthorizationCodeExchange", "ApiKeyPatch", "NewImageModels", "NewApiKey", "Page"])
    )
  })

  for (const [name, schema] of schemas) {
    const decode = Schema.decodeUnknownEither(schema)
    it.prop(
      `never repeats what was sent as ${name}`,
      [body],
      ([body]) => {
        const result = decode(body)
        fc.pre(Either.isLeft(result))
        const refusal = InvalidInput.fromParseError(result.left)
        expect(refusal.issues.length).toBeGreaterThan(0)
        expect(refusal.issues.length).toBeLessThanOrEqual(20)
        const shown = JSON.stringify(refusal.issues) + refusal.message
        for (const canary of canaries(body)) {
          if (shown.includes(canary) || shown.includes(JSON.stringify(canary).slice(1, -1))) {
            expect.fail(`${canary} occurs in ${shown}`)
          }
        }
      },
      { fastCheck: { numRuns: runs(150, 1500) } }
    )
  }

  const issuesOf = (result: Either.Either<unknown, Parameters<typeof InvalidInput.fromParseError>[0]>) =>
    InvalidInput.fromParseError(Either.getOrThrow(Either.flip(result))).issues

  it("says where something stands and what is expected there, all of it at once", () => {
    const decode = Schema.decodeUnknownEither(ApiKeyPatch)
    expect(
      issuesOf(decode({ name: "", limit: -1, limit_reset: "yearly", disabled: "no", include_byok_in_limit: 1 }))
    ).toEqual([
      { path: ["name"], expected: "text of 1 to 255 characters without control characters or bidirectional marks" },
      { path: ["disabled"], expected: "true or false" },
      { path: ["limit"], expected: "a number between 0 and 1000000000, or null" },
      { path: ["limit_reset"], expected: "daily, weekly or monthly, or null" },
      { path: ["include_byok_in_limit"], expected: "true or false" }
    ])
  })

  it("says what is expected inside an optional object, and of a secret, without a generic issue beside it", () => {
    const decode = Schema.decodeUnknownEither(NewHold)
    expect(issuesOf(decode({ key: 5, usage: { input: -1 }, model: "acme/writer" }))).toEqual([
      { path: ["key"], expected: "the text of an API key" },
      { path: ["usage", "input"], expected: "a whole number from 0 to 1000000000" }
    ])
  })

  it("expects an object if there is no input", () => {
    for (const none of [undefined, null, 1.5, "daily"]) {
      expect(issuesOf(Schema.decodeUnknownEither(ApiKeyPatch)(none))).toEqual([{ path: [], expected: "an object" }])
    }
  })

  it("refuses unknown and read-only fields by name, and asks for what is missing", () => {
    expect(issuesOf(Schema.decodeUnknownEither(ApiKeyPatch)({ limmit: 5, usage: 0 })).map(({ path }) => path)).toEqual([
      ["limmit"],
      ["usage"]
    ])
    expect(issuesOf(Schema.decodeUnknownEither(NewOrganization)({ name: "Acme" }))).toEqual([
      { path: ["owner_user_id"], expected: "a value, this field is required" }
    ])
  })

  it("hides a name that is long enough to be a secret", () => {
    const issues = issuesOf(Schema.decodeUnknownEither(ApiKeyPatch)({ [`tg_sk_${"a".repeat(49)}`]: 1 }))
    expect(issues.map(({ path }) => path)).toEqual([["?"]])
  })

  it("hides an unknown field whose name looks like a secret, and shows a misspelt one", () => {
    const shown = (name: string) =>
      issuesOf(Schema.decodeUnknownEither(ApiKeyPatch)({ [name]: 1 })).map(({ path }) => path)[0]
    const secrets = [
      "sk-abcdef",
      "sk-ant-api",
      "pk_live_abc",
      "tg_sk_abc",
      "acme_mk_abc",
      "tg_gk_abc",
      "ghp_abcdef",
      "AKIAabcdef"
    ]
    const tokens = [
      "abcdefghijklmnopqrstuvw",
      "AbCdEfGhIjKlMnOpQrSt",
      "eyJhbGciOi",
      "xoxb-abc-def",
      "key-abcdef",
      "a1b2c3"
    ]
    for (const name of [...secrets, ...tokens]) expect([name, shown(name)]).toEqual([name, ["?"]])
    for (const name of ["limmit", "usageLimit", "include_byok", "constructor", "is_management", "Content-Type"]) {
      expect([name, shown(name)]).toEqual([name, [name]])
    }
  })

  it("shows every documented field by its name", () => {
    expect(fields.length).toBeGreaterThan(40)
    const hidden = fields.filter((name) => {
      const issue = { _tag: "Type", path: [name], message: "wrong" }
      return InvalidInput.fromFormatted([issue]).issues[0]?.path[0] !== name
    })
    expect(hidden).toEqual([])
  })

  it("answers a bad name of a parameter with one sentence", () => {
    for (const name of ["", "a\0b", "a".repeat(256)]) {
      const model = { ...CatalogEntryEncoded, supported_parameters: { [name]: { type: "enum", values: ["a"] } } }
      expect(issuesOf(Schema.decodeUnknownEither(NewImageModels)({ models: [model] }))).toEqual([
        {
          path: ["models", 0, "supported_parameters", "?"],
          expected: "a name of 1 to 255 characters without control characters or bidirectional marks"
        }
      ])
    }
  })

  it("takes undefined as if the field were absent", () => {
    const decoded = Schema.decodeUnknownSync(ApiKeyPatch)({ limit: undefined, name: "Named" })
    expect([decoded, Object.keys(decoded)]).toEqual([{ name: "Named" }, ["name"]])
  })

  it("refuses __proto__ by its name, at any depth of any input", () => {
    const preset = (config: string) =>
      Schema.decodeUnknownEither(NewPreset)({ slug: "a", name: "A", config: JSON.parse(config) })
    const refused = [
      {
        path: ["config"],
        expected: "an object of at most 32 KiB of JSON, at most 31 deep, without a field named __proto__"
      }
    ]
    expect(issuesOf(preset('{"__proto__":{"a":1}}'))).toEqual(refused)
    expect(issuesOf(preset('{"a":[{"__proto__":1}]}'))).toEqual(refused)
    expect(Either.isRight(preset('{"a":{"proto":1}}'))).toBe(true)
    const parameters: unknown = JSON.parse('{"__proto__":{"type":"enum","values":[]}}')
    const model = { ...CatalogEntryEncoded, supported_parameters: parameters }
    expect(issuesOf(Schema.decodeUnknownEither(NewImageModels)({ models: [model] }))).toEqual([
      { path: ["models", 0, "supported_parameters", "__proto__"], expected: "no field named __proto__" }
    ])
  })
})
