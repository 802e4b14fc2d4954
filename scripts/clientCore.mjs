// What the client has of core and of the contract, without importing either: the code that needs nothing, bundled; a class for each refusal, made
// from its entry and its fields; and the table of the operations, by their ids, with their types.
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { operationModels } from "./operationModels.mjs"

const NOTE = "// Written by the build from @tollgate/core and the contract. Change those, not this file."

const folder = "packages/client/dist"

const core = new URL("../packages/core/", import.meta.url)

/** The code that the client has of each package, with its types. It imports nothing, so it is bundled as it is. */
const SHARED = {
  core: {
    "prices/usage/conversions": Object.fromEntries(
      ["aiSdk", "anthropic", "gemini", "openAiChat", "openAiResponses", "openTelemetry"].map((name) => [
        name,
        "(usage: unknown) => Converted"
      ])
    ),
    "schema/formatUuidV7": { formatUuidV7: "(instant: number, random: Uint8Array) => string" },
    "schema/idForms": {
      IDEMPOTENCY_KEY: "RegExp",
      IDEMPOTENCY_KEY_WORDS: "string",
      isRunId: "(name: unknown) => name is string",
      RUN_ID: "string"
    },
    "schema/recognize": {
      recognize: '(kind: { readonly prototype: object }, tag: string, made: "base" | "itself") => void'
    },
    "schema/refusalEntries": {
      refusalEntries: `Readonly<Record<string, {
  readonly status: number
  readonly reason: string
  readonly sentence: string
}>>`,
      storageReasons: '{ readonly none: "storage_unavailable"; readonly unknown: "storage_unknown" }'
    },
    "values/nanoDollars": { fromDollars: "(dollars: number) => bigint", toDollars: "(nanos: bigint) => number" }
  },
  http: {
    "client/plain/baseUrl": { baseUrl: "(url: string | URL) => string" },
    "client/plain/copyError": {
      copyError: "(failure: unknown, sent: ReadonlyArray<string>) => Error | undefined",
      sentTexts: "(headers: Readonly<Record<string, string>>, body: string | null) => ReadonlyArray<string>"
    },
    "client/plain/isSegment": { isSegment: "(text: unknown) => text is string" },
    "client/plain/isVisible": { isVisible: "(text: string) => boolean" },
    "client/plain/requestFailure": {
      codeOf: "(failure: unknown) => string | null",
      failureMessage: `(failure: {
  readonly operation: string
  readonly reason: "no_answer" | "server_error" | "unknown_status" | "unreadable_answer"
  readonly status: number | null
  readonly code: string | null
}) => string`
    },
    "client/plain/waitAfter": {
      waitAfter: `(failed: {
  readonly isLost: boolean
  readonly head: { readonly status: number; readonly retryAfter: number | null } | null
}, tries: number) => number | null`
    }
  }
}

const CONVERTED = `export type Converted =
  | { readonly usage: import("./models.js").TokenUsage }
  | { readonly mismatch: { readonly of: "cache_write" | "input" | "output" | "total"; readonly total: number; readonly parts: number } }
  | { readonly issues: ReadonlyArray<{ readonly path: ReadonlyArray<string | number>; readonly expected: string }> }`

const sharedFiles = Object.entries(SHARED).flatMap(([name, files]) =>
  Object.entries(files).map(([file, types]) => ({ path: `${name}/dist/${file}`, types }))
)

const bundle = async () => {
  const { metafile, outputFiles } = await build({
    stdin: {
      contents: sharedFiles
        .map(({ path, types }) => `export { ${Object.keys(types).join(", ")} } from "./${path}.js"`)
        .join("\n"),
      resolveDir: fileURLToPath(new URL("../packages", import.meta.url))
    },
    bundle: true,
    metafile: true,
    write: false,
    format: "esm",
    target: "es2022",
    logLevel: "silent"
  })
  const foreign = Object.keys(metafile.inputs).find((path) => path.includes("node_modules"))
  if (foreign !== undefined)
    throw new Error(`The client would bundle ${foreign}: let what scripts/clientCore.mjs shares import nothing.`)
  return `${NOTE}\n${outputFiles[0].text}`
}

const declarations = () => {
  const types = sharedFiles.flatMap(({ types }) => Object.entries(types))
  return [NOTE, CONVERTED, ...types.map(([name, type]) => `export declare const ${name}: ${type}`), ""].join("\n")
}

/** The doc comment of each exported class of core. */
const comments = () => {
  const src = new URL("src/", core)
  const files = readdirSync(src, { recursive: true }).filter((file) => file.endsWith(".ts"))
  return new Map(
    files.flatMap((file) =>
      Array.from(
        readFileSync(new URL(file.replaceAll("\\", "/"), src), "utf8").matchAll(
          /(\/\*\*(?:[^*]|\*(?!\/))*\*\/)\nexport class (\w+) /g
        ),
        ([, comment, name]) => [name, comment]
      )
    )
  )
}

const TYPES = `/** A problem of the input: the path of the value, and what is expected there. */
export interface InputIssue {
  readonly path: ReadonlyArray<string | number>
  readonly expected: string
}

/** An instant: in JSON an ISO 8601 time (UTC). */
export interface Instant {
  /** Milliseconds since 1970. */
  readonly epochMillis: number
}`

/** The form of a field, as `src/fields.ts` reads it, and its type. */
const formsBy = ({ AST, Option }) => {
  const brands = (ast) => ast.annotations[AST.BrandAnnotationId] ?? []
  const isNull = (ast) => AST.isLiteral(ast) && ast.literal === null
  const described = (property, type, indent) => {
    const description = Option.getOrUndefined(AST.getDescriptionAnnotation(property))
    const mark = property.isOptional ? "?" : ""
    const line = `${indent}readonly ${String(property.name)}${mark}: ${type}`
    return description === undefined ? line : `${indent}/** ${description} */\n${line}`
  }
  const formOf = (ast, indent) => {
    if (brands(ast).includes("Usd")) return { form: "usd", type: "bigint" }
    if (Option.contains(AST.getIdentifierAnnotation(ast), "DateTimeUtcFromSelf"))
      return { form: "time", type: "Instant" }
    switch (ast._tag) {
      case "Refinement":
      case "Transformation":
        return formOf(AST.isTransformation(ast) ? ast.to : ast.from, indent)
      case "UnknownKeyword":
        return { form: "any", type: "unknown" }
      case "StringKeyword":
        return { form: "text", type: "string" }
      case "NumberKeyword":
        return { form: "number", type: "number" }
      case "BooleanKeyword":
        return { form: "boolean", type: "boolean" }
      case "Literal":
        return { form: { one: [ast.literal] }, type: JSON.stringify(ast.literal) }
      case "TupleType": {
        const { form, type } = formOf(ast.rest[0].type, indent)
        return { form: { list: form }, type: `ReadonlyArray<${type}>` }
      }
      case "Union": {
        const [only, ...others] = ast.types.filter((type) => !isNull(type) && !AST.isUndefinedKeyword(type))
        if (others.length === 0) {
          const { form, type } = formOf(only, indent)
          return ast.types.some(isNull) ? { form: { null: form }, type: `${type} | null` } : { form, type }
        }
        const literals = ast.types.filter(AST.isLiteral)
        if (literals.length === ast.types.length) {
          const one = literals.map(({ literal }) => literal)
          return { form: { one }, type: one.map((literal) => JSON.stringify(literal)).join(" | ") }
        }
        return { form: "any", type: ast.types.map((type) => formOf(type, indent).type).join(" | ") }
      }
      case "TypeLiteral": {
        const inner = `${indent}  `
        const properties = ast.propertySignatures.map((property) => ({ property, ...formOf(property.type, inner) }))
        return {
          form: {
            of: Object.fromEntries(properties.map(({ form, property }) => [property.name, form])),
            optional: properties.filter(({ property }) => property.isOptional).map(({ property }) => property.name)
          },
          type: `{\n${properties.map(({ property, type }) => described(property, type, inner)).join("\n")}\n${indent}}`
        }
      }
      default:
        throw new Error(`A field of the kind ${ast._tag} has no form yet.`)
    }
  }
  return { described, formOf }
}

/** The refusals: their classes, and the declarations of these. */
const refusals = async () => {
  const [{ Refusals }, { refusalEntries }, { errorClassOf }, { Option, Schema, SchemaAST: AST }] = await Promise.all([
    import("../packages/core/dist/models.js"),
    import("../packages/core/dist/schema/refusalEntries.js"),
    import("../packages/http/dist/api/errorTable.js"),
    import("effect")
  ])
  const { described, formOf } = formsBy({ AST, Option })
  const commentOf = comments()
  const rows = Object.entries(Refusals).map(([tag, kind]) => {
    const { propertySignatures } = AST.typeAST(Schema.Struct(kind.fields).ast)
    const properties = propertySignatures
      .filter(({ name }) => name !== "_tag")
      .map((property) => ({ property, ...formOf(property.type, "  ") }))
    // What a refusal has that was made without its fields.
    const made = new kind({}, true)
    const defaults = Object.fromEntries(
      properties.flatMap(({ property: { name } }) =>
        made[name] === undefined || name === "reason" ? [] : [[name, made[name]]]
      )
    )
    if (tag === "InvalidInput") delete defaults.issues
    return { tag, properties, defaults, status: refusalEntries[tag].status, stated: refusalEntries[tag].stated ?? [] }
  })
  const classOf = ({ defaults, properties, tag }) => {
    const fields = Object.fromEntries(properties.map(({ form, property }) => [property.name, form]))
    const more = Object.keys(defaults).length === 0 ? "" : `, ${JSON.stringify(defaults)}`
    return `export class ${tag} extends refusal("${tag}", refusalEntries.${tag}, ${JSON.stringify(fields)}${more}) {}`
  }
  const declarationOf = ({ defaults, properties, status, tag }) => {
    const names = properties.map(({ property }) => String(property.name))
    const given = properties.map(({ property, type }) => {
      const mark = property.isOptional || property.name in defaults || type === "unknown" ? "?" : ""
      return `readonly ${String(property.name)}${mark}: ${type
        .replaceAll(/\/\*\*.*?\*\//g, "")
        .replaceAll(/\s+/g, " ")
        .replaceAll(/(\w) readonly/g, "$1; readonly")
        .replaceAll(/([>"\]}]) readonly/g, "$1; readonly")}`
    })
    const required = given.some((field) => !field.includes("?:"))
    const own = [
      [
        "reason",
        `  /** Stable word for the cause. Over HTTP it is \`error.metadata.reason\`. */\n  readonly reason: string`
      ],
      ["issues", `  /** What to change in the request. */\n  readonly issues: ReadonlyArray<InputIssue>`]
    ]
    return [
      commentOf.get(tag) ?? "",
      `export declare class ${tag} extends Error {`,
      `  constructor(fields${required ? "" : "?"}: { ${given.join("; ")} })`,
      `  readonly _tag: "${tag}"`,
      "  /** HTTP status of the answer. */",
      `  readonly status: ${status}`,
      ...own.flatMap(([name, line]) => (names.includes(name) ? [] : [line])),
      "  /** Further facts for the caller, as JSON: over HTTP they are in `error.metadata`. */",
      "  readonly details: Readonly<Record<string, unknown>>",
      ...properties.map(({ property, type }) => described(property, type, "  ")),
      "  /** The tag and the fields, as JSON. */",
      "  toJSON(): object",
      "}"
    ].join("\n")
  }
  const messages = Object.fromEntries(
    rows.map(({ tag }) => [tag, errorClassOf(tag).because(refusalEntries[tag].reason).error.message])
  )
  return {
    code: [
      NOTE,
      'import { refusalEntries } from "./shared.js"',
      'import { refusal } from "./errors/refusal.js"',
      "",
      ...rows.map(classOf),
      ""
    ].join("\n"),
    types: [NOTE, TYPES, "", ...rows.map(declarationOf), ""].join("\n"),
    messages: `${NOTE}\nexport const messages = ${JSON.stringify(messages)}\n`
  }
}

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
  /** Where the input goes. */
  readonly takes: "body" | "nothing" | "query"
  /** The statuses of a success. */
  readonly success: ReadonlyArray<number>
  /** Whether the answer is the field \`data\` of the body. */
  readonly enveloped: boolean
  /** Whether \`Idempotency-Key\` names it. */
  readonly takesIdempotencyKey: boolean
  /** The tags of the refusals that it declares, in the order in which they are looked for. */
  readonly refuses: ReadonlyArray<string>
}`

/** The operations: what the client sends and takes, and the names of their types. */
const operations = async () => {
  const [{ operations }, { schemasOf }, { isEnveloped }, modelsOf] = await Promise.all([
    import("../packages/http/dist/api/operations.js"),
    import("../packages/http/dist/api/schemasOf.js"),
    import("../packages/http/dist/api/DataEnvelope.js"),
    operationModels()
  ])
  const used = new Set()
  const rows = operations.map((operation) => {
    const { id, method, name, path, refuses, resource, statuses, takesBody, takesIdempotencyKey } = operation
    const { input, output } = modelsOf(operation)
    for (const { names } of [input ?? { names: [] }, output]) for (const one of names) used.add(one)
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, parameter]) => parameter)
    return {
      name,
      table: {
        id,
        resource,
        method,
        path,
        names,
        takes: takesBody ? "body" : input === null ? "nothing" : "query",
        success: statuses.filter((status) => status < 300),
        enveloped: isEnveloped(schemasOf(operation).successSchema),
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
  return {
    code: [
      NOTE,
      "export const operations = {",
      rows.map(({ name, table }) => `  ${name}: ${JSON.stringify(table)}`).join(",\n"),
      "}",
      ""
    ].join("\n"),
    types: [
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
  }
}

/** The text of every emitted file, by its path. */
export const clientCore = async () => {
  const [code, classes, table] = await Promise.all([bundle(), refusals(), operations()])
  return new Map([
    [`${folder}/shared.js`, code],
    [`${folder}/shared.d.ts`, declarations()],
    [`${folder}/refusals.js`, classes.code],
    [`${folder}/refusals.d.ts`, classes.types],
    [`${folder}/messages.js`, classes.messages],
    [
      `${folder}/messages.d.ts`,
      `${NOTE}\n/** The message of the answer of each refusal, by its tag. */\nexport declare const messages: Readonly<Record<string, string>>\n`
    ],
    [`${folder}/operations.js`, table.code],
    [`${folder}/operations.d.ts`, table.types]
  ])
}
