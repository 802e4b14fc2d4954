// The refusals of the client: a class for each of core, made from its entry and its fields (`#refusals` of client), and the messages of their
// answers (`#messages`).
import { readdirSync, readFileSync } from "node:fs"
import { folder, NOTE } from "./clientShared.mjs"

const core = new URL("../packages/core/", import.meta.url)

const load = async () => {
  const [{ Refusals }, { refusalEntries }, { errorClassOf }, { Option, Schema, SchemaAST: AST }] = await Promise.all([
    import("../packages/core/dist/models.js"),
    import("../packages/core/dist/schema/refusalEntries.js"),
    import("../packages/http/dist/api/errorTable.js"),
    import("effect")
  ])
  return { AST, errorClassOf, Option, refusalEntries, Refusals, Schema }
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
  /** A field of a declaration, with its comment. */
  const described = (property, type, indent) => {
    const description = Option.getOrUndefined(AST.getDescriptionAnnotation(property))
    const mark = property.isOptional ? "?" : ""
    const line = `${indent}readonly ${String(property.name)}${mark}: ${type}`
    const unit = type.startsWith("bigint") ? " The number is of nano-dollars (10⁻⁹ USD)." : ""
    return description === undefined ? line : `${indent}/** ${description}${unit} */\n${line}`
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

/** What a refusal has that was made without its fields. What an entry or the sender of a request states is no default. */
const defaultsOf = (kind, properties, isInput) => {
  const made = new kind({}, true)
  const names = properties.map(({ property }) => property.name)
  const stated = names.filter(
    (name) => made[name] !== undefined && name !== "reason" && !(isInput && name === "issues")
  )
  return Object.fromEntries(stated.map((name) => [name, made[name]]))
}

const classOf = ({ defaults, properties, tag }) => {
  const fields = Object.fromEntries(properties.map(({ form, property }) => [property.name, form]))
  const more = Object.keys(defaults).length === 0 ? "" : `, ${JSON.stringify(defaults)}`
  return `export class ${tag} extends refusal("${tag}", refusalEntries.${tag}, ${JSON.stringify(fields)}${more}) {}`
}

/** A type in one line, without comments. */
const inLine = (type) =>
  type
    .replaceAll(/\/\*\*.*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([\w>"\]}]) readonly/g, "$1; readonly")

const REASON = [
  "  /** Stable word for the cause. Over HTTP it is `error.metadata.reason`. */",
  "  readonly reason: string"
]

const ISSUES = ["  /** What to change in the request. */", "  readonly issues: ReadonlyArray<InputIssue>"]

const declarationOf = ({ comment, defaults, described, properties, status, tag }) => {
  const names = properties.map(({ property }) => String(property.name))
  const given = properties.map(({ property, type }) => {
    const mark = property.isOptional || property.name in defaults || type === "unknown" ? "?" : ""
    return `readonly ${String(property.name)}${mark}: ${inLine(type)}`
  })
  const required = given.some((field) => !field.includes("?:"))
  return [
    comment,
    `export declare class ${tag} extends Error {`,
    `  constructor(fields${required ? "" : "?"}: { ${given.join("; ")} })`,
    `  readonly _tag: "${tag}"`,
    "  /** HTTP status of the answer. */",
    `  readonly status: ${status}`,
    ...(names.includes("reason") ? [] : REASON),
    ...(names.includes("issues") ? [] : ISSUES),
    "  /** Further facts for the caller, as JSON: over HTTP they are in `error.metadata`. */",
    "  readonly details: Readonly<Record<string, unknown>>",
    ...properties.map(({ property, type }) => described(property, type, "  ")),
    "  /** The tag and the fields, as JSON. */",
    "  toJSON(): object",
    "}"
  ].join("\n")
}

/** The text of every emitted file, by its path. */
export const clientRefusals = async () => {
  const { AST, errorClassOf, Option, refusalEntries, Refusals, Schema } = await load()
  const { described, formOf } = formsBy({ AST, Option })
  const commentOf = comments()
  const rows = Object.entries(Refusals).map(([tag, kind]) => {
    const { ast } = Schema.Struct(kind.fields)
    // The types of amounts and times have no descriptions, their fields do.
    const properties = (AST.isTransformation(ast) ? ast.to : ast).propertySignatures
      .filter(({ name }) => name !== "_tag")
      .map((property) => ({ property, ...formOf(property.type, "  ") }))
    const defaults = defaultsOf(kind, properties, tag === "InvalidInput")
    return {
      tag,
      properties,
      defaults,
      described,
      comment: commentOf.get(tag) ?? "",
      status: refusalEntries[tag].status
    }
  })
  const messages = Object.fromEntries(
    rows.map(({ tag }) => [tag, errorClassOf(tag).because(refusalEntries[tag].reason).error.message])
  )
  const imports = ['import { refusalEntries } from "./shared.js"', 'import { refusal } from "./errors/refusal.js"', ""]
  return new Map([
    [`${folder}/refusals.js`, [NOTE, ...imports, ...rows.map(classOf), ""].join("\n")],
    [`${folder}/refusals.d.ts`, [NOTE, TYPES, "", ...rows.map(declarationOf), ""].join("\n")],
    [`${folder}/messages.js`, `${NOTE}\nexport const messages = ${JSON.stringify(messages)}\n`],
    [`${folder}/messages.d.ts`, [NOTE, MESSAGES, ""].join("\n")]
  ])
}

const MESSAGES = `/** The message of the answer of each refusal, by its tag. */
export declare const messages: Readonly<Record<string, string>>`
