import { KeyHash } from "@tollgate/core"
import { operations } from "@tollgate/http"
import { SchemaAST as AST, Either, Option, Predicate, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { at, judge, places } from "./documentSchemas.js"

const LENGTHS = [0, 1, 2, 42, 43, 44, 50, 51, 64, 65, 100, 101, 128, 129, 200, 201, 255, 256, 500, 501]
const LONG = [1000, 1001, 2048, 2049, 4000, 4001, 16_384, 16_385, 32_768, 32_769, 40_000]

/** Texts whose length or letters decide whether a field takes them. */
const probes = [
  ...[...LENGTHS, ...LONG].map((length) => "a".repeat(length)),
  ...[...LENGTHS, ...LONG].map((length) => `a/${"b".repeat(Math.max(0, length - 2))}`),
  ...["A", "a-b", "-a", "a--b", "a_b", "a b", "a/B", "f".repeat(64), "F".repeat(64), "g".repeat(64), "~".repeat(43)],
  ...["S256", "daily", "admin", "anthropic", "2030-01-01T00:00:00Z", "https://app.example/", "x".repeat(43)],
  ...["7c9e6679-7425-40de-944b-e07fc1f90ae7", "7C9E6679-7425-40DE-944B-E07FC1F90AE7"]
]

/** The value at a path, replaced in a copy. */
const replaced = (value: unknown, path: ReadonlyArray<string>, one: unknown): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return one
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === name ? replaced(item, rest, one) : item))
  return { ...Object(value), [name]: replaced(Object(value)[name], rest, one) }
}

/** The paths of a value's texts, and of the fields that its schema has beside them. */
const pathsIn = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  Predicate.isObject(value)
    ? Object.entries(value).flatMap(([name, one]) => pathsIn(one, [...path, name]))
    : [typeof value === "string" || value === null ? [path] : []].flat()

const bodies = operations.flatMap((operation) => {
  const place = ["paths", `/api/v1${operation.path}`, operation.method.toLowerCase()]
  const body = [...place, "requestBody", "content", "application/json"]
  return Option.match(operation.endpoint.payloadSchema, {
    onNone: () => [],
    onSome: ({ ast }) => {
      const schema: Schema.Schema<unknown, unknown> = Schema.make(ast)
      const accepts = (value: unknown) => Either.isRight(Schema.decodeUnknownEither(schema)(value))
      return [{ id: operation.id, ast, body, accepts }]
    }
  })
})

const lists = ["allowed_models", "allowed_api_key_hashes", "allowed_user_ids", "ignored_models", "allowed_providers"]

/** A body with a text, or a list of one, wherever the schema may have one. */
const fullest = (body: ReadonlyArray<string>) => {
  const { example, examples } = at(...body)
  const shown: unknown = example ?? Object(Object.values(Object(examples)).at(-1)).value
  const properties = Object.keys(Object(at(...body, "schema")["properties"]))
  const named = Object.fromEntries(properties.map((name) => [name, Object(shown)[name] ?? null]))
  const listed = Object.fromEntries(properties.filter((name) => lists.includes(name)).map((name) => [name, [null]]))
  return { shown, paths: pathsIn({ ...named, ...listed }) }
}

describe.each(bodies)("the body of $id", ({ accepts, ast, body }) => {
  const schema = [...body, "schema"]

  it("has in the document the bounds that the operation checks, of every text", () => {
    const { paths, shown } = fullest(body)
    for (const path of paths) {
      const isItem = lists.includes(path.at(-2) ?? "")
      const put = (text: unknown) => (isItem ? replaced(shown, path.slice(0, -1), [text]) : replaced(shown, path, text))
      const differing = probes.filter((text) => accepts(put(text)) !== (judge(put(text), ...schema).length === 0))
      expect({ path, differing: differing.map((text) => [text.slice(0, 60), text.length]) }).toEqual({
        path,
        differing: []
      })
    }
  })

  it("marks as secret in the document what the operation keeps redacted, and nothing else", () => {
    const isRedacted = (type: AST.AST): boolean =>
      AST.isUnion(type) ? type.types.some(isRedacted) : String(type) === "Redacted(<redacted>)"
    const redacted = AST.getPropertySignatures(AST.typeAST(ast))
      .filter(({ type }) => isRedacted(type))
      .map(({ name }) => String(name))
    const properties = Object.entries(Object(at(...schema)["properties"]))
    const marked = properties.filter(([, one]) => Object(one).writeOnly === true || Object(one).format === "password")
    expect(marked.map(([name]) => name).toSorted()).toEqual(redacted.toSorted())
    for (const [, one] of marked) expect(one).toMatchObject({ writeOnly: true, format: "password" })
  })
})

it("four operations take secrets", () => {
  const marked = bodies.flatMap(({ body, id }) =>
    Object.entries(Object(at(...body, "schema")["properties"]))
      .filter(([, one]) => Object(one).writeOnly === true)
      .map(([name]) => [id, name])
  )
  expect(marked).toEqual([
    ["exchangeCode", "code"],
    ["exchangeCode", "code_verifier"],
    ["createByokCredential", "key"],
    ["updateByokCredential", "key"],
    ["authorize", "key"]
  ])
})

const parameters = operations.flatMap(({ id, method, path }) =>
  Object.values(Object(at("paths", `/api/v1${path}`, method.toLowerCase())["parameters"])).map((one) => {
    const { in: where, name, schema } = Object(one)
    return { id, where: String(where), name: String(name), schema: Object(schema) }
  })
)

describe("the parameters in the document", () => {
  it("state the form of every text", () => {
    const unbounded = parameters.filter(
      ({ schema: { enum: values, format, maxLength, pattern, type } }) =>
        type === "string" && !(format ?? pattern ?? values ?? maxLength)
    )
    expect(unbounded).toEqual([])
  })

  it("state a hash as 64 digits, and a workspace as a UUID or a slug", () => {
    const of = (name: string, id: string) => parameters.find((one) => one.name === name && one.id === id)?.schema
    expect(of("hash", "getKey")).toEqual({ type: "string", pattern: "^[0-9a-f]{64}$", minLength: 64, maxLength: 64 })
    expect(KeyHash.pipe(Schema.is)("f".repeat(64))).toBe(true)
    expect(of("slug", "getPreset")).toEqual({
      type: "string",
      minLength: 1,
      maxLength: 50,
      pattern: "^[a-z0-9]+(-[a-z0-9]+)*$"
    })
    expect(of("id", "getGuardrail")).toEqual({ type: "string", format: "uuid" })
    const { pattern, ...bounds } = Object(of("id", "getWorkspace"))
    expect(bounds).toEqual({ type: "string", minLength: 1, maxLength: 50 })
    const matches = (text: string) => new RegExp(pattern).test(text)
    expect(["default", "a-1", "7C9E6679-7425-40de-944b-e07fc1f90ae7"].filter(matches)).toHaveLength(3)
    expect(["", "Default", "a--b", "-", "7C9E6679"].filter(matches)).toEqual([])
  })
})

it("every text of a schema has a bound, a form or values, but those that are not taken from a request", () => {
  const isText = ({ type }: Record<string, unknown>) => [type].flat().includes("string")
  const unbounded = places(
    (value, [top, kind, , ...rest]) =>
      top === "components" && kind === "schemas" && !rest.includes("examples") && isText(value) && rest.length > 0
  ).filter(([, { enum: values, format, maxLength, pattern }]) => !(values ?? format ?? maxLength ?? pattern))
  const fields = new Set(
    unbounded.map(([place]) =>
      place
        .slice(2)
        .filter((part) => part !== "properties")
        .join(".")
    )
  )
  expect([...fields].toSorted()).toEqual([
    "ActivityEntry.id",
    "Alert.id",
    "Alert.name",
    "Alert.request.id",
    "Alert.request.reason",
    "Alert.scope_id",
    "Alert.text",
    "ApiKey.label",
    "ApiKeyPatch.metadata.propertyNames",
    "AuditChainState.hash",
    "AuditEntry.action",
    "AuditEntry.address",
    "AuditEntry.hash",
    "AuditEntry.object",
    "AuditEntry.request_id",
    "AuditEntry.secrets.items",
    "AuthorizationCode.id",
    "BadRequest.user_id",
    "BudgetBoost.request_id",
    "BudgetBoost.scope_id",
    "BudgetRequest.key_name",
    "ByokCredential.label",
    "Conflict.user_id",
    "CredentialPlan.credentials.items.label",
    "CurrentApiKey.label",
    "ErrorMetadata.issues.items.expected",
    "ErrorMetadata.issues.items.path.items.anyOf.0",
    "ErrorMetadata.model",
    "ErrorMetadata.provider",
    "ErrorMetadata.reason",
    "ErrorMetadata.run",
    "ErrorMetadata.scopes.items.id",
    "ExchangedApiKey.key",
    "Forbidden.user_id",
    "GatewayForbidden.user_id",
    "ImageModel.endpoints",
    "InternalError.user_id",
    "KeyAssignment.key_label",
    "ListedBudget.id",
    "ListedBudget.name",
    "NamedBudget.id",
    "NamedBudget.name",
    "NewApiKey.metadata.propertyNames",
    "NewImageEndpoint.supported_parameters.propertyNames",
    "NewImageModel.supported_parameters.propertyNames",
    "NotFound.user_id",
    "OpenedCredential.key",
    "PaymentRequired.user_id",
    "Preset.status",
    "PresetWithVersion.status",
    "RefusingBudget.id",
    "Run.path",
    "SpendingForbidden.user_id",
    "SpendingTooMany.user_id",
    "TooManyRequests.user_id",
    "Unauthorized.user_id",
    "UpdatedApiKey.label",
    "Webhook.label",
    "Webhook.url",
    "WebhookDelivery.error",
    "WebhookTest.error"
  ])
})
