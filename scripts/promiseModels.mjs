// The plain types of the Promise API, with a comment for each field, made from the schemas of core as the API document is.
// They are `#models` of client and node: what their sources import from there, and every model that those mention.
import { readdirSync, readFileSync } from "node:fs"
import { boundsOf, defaultsBy, sentence } from "./fieldWords.mjs"

const packages = new URL("../packages/", import.meta.url)

const NOTE = "// Written by the build from the schemas of @tollgate/core. Change those, not this file."

/** The model whose schema has another name in core. */
const SCHEMAS = { Usage: "UsageInput" }

/** The model with a type parameter: its one argument here, and the parameter. */
const GENERIC = { name: "Paged", of: "ApiKey" }

const load = async () => {
  const [core, { Option, Schema, SchemaAST: AST }, OpenApiJsonSchema, { plainSchema }] = await Promise.all([
    import("../packages/core/dist/index.js"),
    import("effect"),
    import("@effect/platform/OpenApiJsonSchema"),
    import("../packages/http/dist/api/document/plainSchema.js")
  ])
  return { AST, OpenApiJsonSchema, Option, Schema, core, plainSchema }
}

/** The sources of a package, joined. */
const sourcesOf = (name) => {
  const folder = new URL(`${name}/src/`, packages)
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"))
  return files.map((file) => readFileSync(new URL(file, folder), "utf8")).join("\n")
}

/** The models that the sources of a package import. */
const importedBy = (sources) =>
  Array.from(sources.matchAll(/^import type \{([^}]*)\} from "#models"$/gm), ([, names]) =>
    names.split(",").map((name) => name.trim())
  ).flat()

/** The schema of a record's values. */
const valuesOf = ({ additionalProperties, patternProperties = {} } = {}) =>
  additionalProperties || Object.values(patternProperties)[0]

/** The schema of one option of a union; where one of two is null, both are one schema. */
const optionOf = (json, count, index) => (json?.anyOf?.length === count ? json.anyOf[index] : json)

/** A comment of as many lines as it needs. */
const comment = (paragraphs, indent) => {
  const width = 120 - indent.length - 3
  const lines = paragraphs.flatMap((paragraph) => {
    const broken = []
    for (const word of paragraph.split(" ")) {
      const last = broken.at(-1)
      if (last === undefined || last.length + word.length + 1 > width) broken.push(word)
      else broken[broken.length - 1] = `${last} ${word}`
    }
    return broken
  })
  const only = lines.length === 1 && `${indent}/** ${lines[0]} */`
  if (only && only.length <= 120) return only
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join("\n")
}

/** The text of every emitted file, by its path. */
export const promiseModels = async (sources = { client: sourcesOf("client"), node: sourcesOf("node") }) => {
  const { AST, OpenApiJsonSchema, Option, Schema, core, plainSchema } = await load()
  const defaultOf = defaultsBy({ AST, Option, Schema })
  const schemaOf = (name) => (name === GENERIC.name ? core[name](core[GENERIC.of]) : core[SCHEMAS[name] ?? name])
  /** The schema that says what the fields of a model mean: of a page of a list, that of its query. */
  const wordsOf = (name) => {
    const query = name.startsWith("Page") ? `${name}Query` : name.replace(/Page$/, "Query")
    return query !== name && query in core ? core[query] : schemaOf(name)
  }
  const nameOf = (ast) => {
    const id = Option.getOrUndefined(AST.getIdentifierAnnotation(ast))
    return Schema.isSchema(core[id]) ? id : undefined
  }
  const providers = core.Provider.ast.types

  const jsonOf = (schema) =>
    plainSchema(OpenApiJsonSchema.makeWithDefs(schema, { defs: {}, topLevelReferenceStrategy: "skip" }))

  const typeOf = (ast, json, indent, used) => {
    const named = nameOf(ast)
    if (named !== undefined) {
      used.add(named)
      return named
    }
    switch (ast._tag) {
      case "Refinement":
      case "Transformation":
        return AST.isTransformation(ast) && AST.isTypeLiteral(ast.from)
          ? fieldsOf(ast, json, indent, used)
          : typeOf(ast.from, json, indent, used)
      case "StringKeyword":
        return "string"
      case "NumberKeyword":
        return "number"
      case "BooleanKeyword":
        return "boolean"
      case "UndefinedKeyword":
        return "undefined"
      case "UnknownKeyword":
        return "unknown"
      case "Literal":
        return JSON.stringify(ast.literal)
      case "Declaration":
        return "{ readonly [name: string]: unknown }"
      case "TupleType":
        return `ReadonlyArray<${typeOf(ast.rest[0].type, json?.items, indent, used)}>`
      case "Union": {
        if (ast.types.length === providers.length && ast.types.every((type, i) => type === providers[i])) {
          used.add("Provider")
          return "Provider"
        }
        return [
          ...new Set(ast.types.map((type, i) => typeOf(type, optionOf(json, ast.types.length, i), indent, used)))
        ].join(" | ")
      }
      case "TypeLiteral": {
        const [index] = ast.indexSignatures
        if (index === undefined) return fieldsOf(ast, json, indent, used)
        return `{ readonly [name: string]: ${typeOf(index.type, valuesOf(json), indent, used)} }`
      }
      default:
        throw new Error(`A type of the kind ${ast._tag} has no plain form yet.`)
    }
  }

  /** The text of each field, by its name. */
  const textsOf = (ast, json, indent, used) => {
    const literal = AST.isTransformation(ast) ? ast.from : AST.isRefinement(ast) ? ast.from : ast
    const inner = `${indent}  `
    const fields = literal.propertySignatures.map(({ isOptional, name, type }) => {
      const own = json?.properties?.[name] ?? {}
      const { description } = own
      if (description === undefined) throw new Error(`The field ${name} has no description: ${JSON.stringify(json)}`)
      const text = sentence(description)
      const preset = defaultOf(ast, name)
      const lines = [
        [text, ...boundsOf(own, text)].join(" "),
        ...(preset === undefined ? [] : ["", `@default ${preset}`])
      ]
      const mark = isOptional ? "?" : ""
      return [name, `${comment(lines, inner)}\n${inner}readonly ${name}${mark}: ${typeOf(type, own, inner, used)}`]
    })
    return new Map(fields)
  }

  const bodyOf = (texts, indent) => `{\n${[...texts.values()].join("\n")}\n${indent}}`

  const fieldsOf = (ast, json, indent, used) => bodyOf(textsOf(ast, json, indent, used), indent)

  /** The comment of a model, its fields, or, of a union of texts, its type. */
  const describe = (name, used) => {
    const schema = schemaOf(name)
    if (schema === undefined) throw new Error(`@tollgate/core exports no schema ${SCHEMAS[name] ?? name}.`)
    const { ast } = schema
    const description =
      name === GENERIC.name ? "One page of a list, with the size of the whole list" : jsonOf(schema).description
    if (description === undefined) throw new Error(`${name} has no description.`)
    const head = comment([sentence(description)], "")
    if (AST.isUnion(ast)) return { head, type: ast.types.map((type) => JSON.stringify(type.literal)).join(" | ") }
    return { head, texts: textsOf(ast, jsonOf(wordsOf(name)), "", used) }
  }

  /** Of the models that a model's name contains and whose fields it has as they are, the largest. */
  const parentOf = (model, texts, models) =>
    [...models]
      .filter(([name]) => name !== model && model.includes(name))
      .filter(([, { texts: own }]) => own && [...own].every(([field, text]) => texts.get(field) === text))
      .sort(([, one], [, other]) => other.texts.size - one.texts.size)[0]

  const declarationOf = (name, { head, texts, type }, models) => {
    if (texts === undefined) return `${head}\nexport type ${name} = ${type}`
    if (name === GENERIC.name)
      return `${head}\nexport interface ${name}<A> ${bodyOf(texts, "").replaceAll(`<${GENERIC.of}>`, "<A>")}`
    const [parent, { texts: inherited = new Map() } = {}] = parentOf(name, texts, models) ?? []
    const own = new Map([...texts].filter(([field]) => !inherited.has(field)))
    return `${head}\nexport interface ${name}${parent === undefined ? "" : ` extends ${parent}`} ${bodyOf(own, "")}`
  }

  /** The models of a package, by their names, and the names of those of another package that they mention. */
  const modelsOf = (name, others = new Map()) => {
    const interfaces = new Set(Array.from(sources[name].matchAll(/^export interface (\w+)/gm), ([, found]) => found))
    const used = new Set(importedBy(sources[name]))
    const models = new Map()
    // What a model mentions comes after it.
    for (const model of used) {
      if (interfaces.has(model))
        throw new Error(`The model ${model} has the name of an interface of @tollgate/${name}: rename one of them.`)
      if (!others.has(model)) models.set(model, describe(model, used))
    }
    return { models, imported: [...used].filter((model) => others.has(model)).sort() }
  }

  const textOf = ({ imported, models }) => {
    const declarations = [...models].sort().map(([name, model]) => declarationOf(name, model, models))
    const imports = imported.length === 0 ? [] : [`import type { ${imported.join(", ")} } from "@tollgate/client"`]
    return `${[NOTE, ...imports, ...declarations].join("\n\n")}\n`
  }

  const client = modelsOf("client")
  const node = modelsOf("node", client.models)
  const pairs = [...client.models.keys()]
    .sort()
    .map((name) =>
      name === GENERIC.name
        ? `${name}: [Models.${name}<Models.${GENERIC.of}>, ReturnType<typeof Core.${name}<unknown, Models.${GENERIC.of}>>]`
        : `${name}: [Models.${name}, typeof Core.${SCHEMAS[name] ?? name}]`
    )
  return new Map([
    ["packages/client/dist/models.d.ts", textOf(client)],
    ["packages/node/dist/models.d.ts", textOf(node)],
    [
      "packages/client/dist/modelTypes.d.ts",
      [
        'import type * as Core from "@tollgate/core/models"',
        'import type * as Models from "./models.js"',
        "/** Each model, and the schema that it is made from. A test compares them. */",
        `export interface ModelTypes {\n  ${pairs.join("\n  ")}\n}`,
        ""
      ].join("\n")
    ]
  ])
}
