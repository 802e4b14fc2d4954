// The table of the operations that the client sends, and the names of their types (`#operations` of client).
import { folder, NOTE } from "./clientShared.mjs"
import { operationModels } from "./operationModels.mjs"

const OPERATION = `/** What the client knows of an operation of the contract. */
export interface Operation {
  /** \`operationId\` of the API document. */
  readonly id: string
  readonly resource: string
  readonly method: string
  /** Below the base address, with parameters in braces: \`/keys/{hash}\`. */
  readonly path: string
  /** The parameters of the path, in order. */
  readonly names: ReadonlyArray<string>
  /** The tag of the refusal for an object that a parameter names; null if it names none. */
  readonly missing: Readonly<Record<string, string | null>>
  /** Where the input goes. */
  readonly takes: "body" | "nothing" | "query"
  /** The statuses of a success. */
  readonly success: ReadonlyArray<number>
  /** The fields that the body of a success always has. */
  readonly answers: Readonly<Record<string, "any" | "boolean" | "list" | "number" | "object" | "string">>
  /** Whether the answer is the field \`data\` of the body. */
  readonly enveloped: boolean
  /** Whether \`Idempotency-Key\` names it. */
  readonly takesIdempotencyKey: boolean
  /** The tags of the refusals that it declares, in the order in which they are looked for. */
  readonly refuses: ReadonlyArray<string>
}`

/** What a client can tell of a field without its schema. */
const kindOf = (ast) => {
  switch (ast._tag) {
    case "Refinement":
      return kindOf(ast.from)
    case "TupleType":
      return "list"
    case "TypeLiteral":
      return "object"
    default:
      return { BooleanKeyword: "boolean", NumberKeyword: "number", StringKeyword: "string" }[ast._tag] ?? "any"
  }
}

/** The text of every emitted file, by its path. */
export const clientOperations = async () => {
  const [{ operations }, { schemasOf }, { isEnveloped }, { refusalOfName }, { Schema }, modelsOf] = await Promise.all([
    import("../packages/http/dist/api/operations.js"),
    import("../packages/http/dist/api/schemasOf.js"),
    import("../packages/http/dist/api/DataEnvelope.js"),
    import("../packages/http/dist/api/refusalOfName.js"),
    import("effect"),
    operationModels()
  ])
  const used = new Set()
  const rows = operations.map((operation) => {
    const { id, method, name, path, refuses, resource, statuses, takesBody, takesIdempotencyKey } = operation
    const { input, output } = modelsOf(operation)
    for (const { names } of [input ?? { names: [] }, output]) for (const one of names) used.add(one)
    const { successSchema } = schemasOf(operation)
    const fields = Schema.encodedSchema(successSchema).ast.propertySignatures.filter(({ isOptional }) => !isOptional)
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, parameter]) => parameter)
    return {
      name,
      table: {
        id,
        resource,
        method,
        path,
        names,
        missing: Object.fromEntries(names.map((parameter) => [parameter, refusalOfName(operation, parameter)])),
        takes: takesBody ? "body" : input === null ? "nothing" : "query",
        success: statuses.filter((status) => status < 300),
        answers: Object.fromEntries(fields.map(({ name, type }) => [name, kindOf(type)])),
        enveloped: isEnveloped(successSchema),
        takesIdempotencyKey,
        refuses
      },
      type: {
        path: names.map((parameter) => `${parameter}: string`),
        input: input?.name ?? "undefined",
        output: output.name
      }
    }
  })
  const code = [
    NOTE,
    "export const operations = {",
    rows.map(({ name, table }) => `  ${name}: ${JSON.stringify(table)}`).join(",\n"),
    "}",
    ""
  ].join("\n")
  const types = [
    NOTE,
    `import type { ${[...used].sort().join(", ")} } from "./models.js"`,
    OPERATION,
    "/** The types of each operation: the parameters of its path, its input and its output. */",
    "export interface Operations {",
    ...rows.map(
      ({ name, type }) =>
        `  readonly ${name}: { readonly path: [${type.path.join(", ")}]; readonly input: ${type.input}; readonly output: ${type.output} }`
    ),
    "}",
    "export declare const operations: { readonly [Name in keyof Operations]: Operation }",
    ""
  ].join("\n")
  return new Map([
    [`${folder}/operations.js`, code],
    [`${folder}/operations.d.ts`, types]
  ])
}
