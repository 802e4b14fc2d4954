// The plain types of the Promise API, with a comment for each field: made from the schemas of core, as the API document is.
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { clientInterfaces } from "./barrels.mjs"
import { boundsOf, defaultsBy, sentence } from "./fieldWords.mjs"
import { promiseModelFiles } from "./promiseModelFiles.mjs"

const root = new URL("../", import.meta.url)

const load = async () => {
  const [core, { Option, Schema, SchemaAST: AST }, OpenApiJsonSchema, { plainSchema }] = await Promise.all([
    import("../packages/core/dist/index.js"),
    import("effect"),
    import("@effect/platform/OpenApiJsonSchema"),
    import("../packages/http/dist/api/document/plainSchema.js")
  ])
  return { AST, OpenApiJsonSchema, Option, Schema, core, plainSchema }
}

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

/** The text of every file, by its path; formatting it is left to Biome. */
export const promiseModels = async (files = promiseModelFiles) => {
  const { AST, OpenApiJsonSchema, Option, Schema, core, plainSchema } = await load()
  const defaultOf = defaultsBy({ AST, Option, Schema })
  const schemaOf = (name) => {
    const [, item] = /^Paged\((\w+)\)$/.exec(name) ?? []
    return item === undefined ? core[name] : core.Paged(core[item])
  }
  const known = new Map(files.flatMap(({ models, path }) => models.map(({ name }) => [name, path])))
  for (const [name, path] of clientInterfaces()) {
    if (known.has(name))
      throw new Error(`The model ${name} has the name of an interface of ${path}: rename one of them.`)
  }
  const nameOf = (ast) => {
    const id = Option.getOrUndefined(AST.getIdentifierAnnotation(ast))
    return known.has(id) ? id : undefined
  }
  const providers = core.Provider.ast.types

  const jsonOf = (schema) => {
    const defs = {}
    const json = OpenApiJsonSchema.makeWithDefs(schema, { defs, topLevelReferenceStrategy: "skip" })
    return plainSchema(json)
  }

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

  /** The earlier model of the file whose name is in the model's, and whose fields the model has as they are. */
  const parentOf = (model, texts, earlier) =>
    [...earlier].find(
      ([name, fields]) => model.includes(name) && [...fields].every(([field, text]) => texts.get(field) === text)
    )

  const interfaceOf = ({ from, generic, name, words }, used, earlier) => {
    const schema = schemaOf(from)
    const { ast } = schema
    const json = jsonOf(schemaOf(words))
    const { description } = words === from ? json : jsonOf(schema)
    if (description === undefined && generic === undefined) throw new Error(`${from} has no description.`)
    const head = comment([sentence(description ?? "One page of a list, with the size of the whole list")], "")
    if (AST.isUnion(ast))
      return `${head}\nexport type ${name} =\n  | ${ast.types.map((type) => JSON.stringify(type.literal)).join("\n  | ")}`
    const texts = textsOf(ast, json, "", used)
    if (generic === undefined) {
      const [parent, inherited = new Map()] = parentOf(name, texts, earlier) ?? []
      earlier.set(name, texts)
      const own = new Map([...texts].filter(([field]) => !inherited.has(field)))
      return `${head}\nexport interface ${name}${parent === undefined ? "" : ` extends ${parent}`} ${bodyOf(own, "")}`
    }
    used.delete(generic)
    return `${head}\nexport interface ${name}<A> ${bodyOf(texts, "").replaceAll(`<${generic}>`, "<A>")}`
  }

  return new Map(
    files.map(({ models, path }) => {
      const used = new Set()
      const earlier = new Map()
      const text = models.map((each) => interfaceOf(each, used, earlier)).join("\n\n")
      const own = new Set(models.map(({ name }) => name))
      const sourceOf = (name) =>
        path.startsWith("packages/node")
          ? "@tollgate/client"
          : `./${known.get(name).split("/").at(-1).replace(".ts", ".js")}`
      const imports = new Map()
      for (const name of [...used].filter((name) => !own.has(name)).sort()) {
        imports.set(sourceOf(name), [...(imports.get(sourceOf(name)) ?? []), name])
      }
      const lines = [...imports].sort().map(([source, names]) => `import type { ${names.join(", ")} } from "${source}"`)
      const note =
        "// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file."
      return [path, `${[note, ...(lines.length === 0 ? [] : ["", ...lines]), "", text].join("\n")}\n`]
    })
  )
}

/** The test that compares each type of the client with its schema. The compiler runs it. */
export const modelTypes = {
  path: "packages/client/test/modelTypes.test.ts",
  text: () => {
    const models = promiseModelFiles.flatMap(({ models, path }) => (path.startsWith("packages/client/") ? models : []))
    const line = ({ from, generic, name }) =>
      generic === undefined
        ? `expectTypeOf<Client.${name}>().toEqualTypeOf<Encoded<typeof Core.${from}>>()`
        : `expectTypeOf<Client.${name}<Client.${generic}>>().toEqualTypeOf<Encoded<ReturnType<typeof paged>>>()`
    return [
      "// Written by `npm run generate`. The compiler compares each type of the client with its schema.",
      'import type * as Client from "@tollgate/client"',
      'import * as Core from "@tollgate/core/models"',
      'import type { Schema } from "effect"',
      'import { expectTypeOf, it } from "vitest"',
      "",
      "type Encoded<S extends Schema.Schema.Any> = Schema.Schema.Encoded<S>",
      "",
      "const paged = () => Core.Paged(Core.ApiKey)",
      "",
      'it("the types of the client are the encoded types of the schemas", () => {',
      ...models.map((model) => `  ${line(model)}`),
      "})",
      ""
    ].join("\n")
  }
}

/** The present contents of a file. */
export const shownModels = (path) => readFileSync(new URL(path, root), "utf8")

/** Writes every file, formatted. */
export const writeModels = async () => {
  const models = new Map([...(await promiseModels()), [modelTypes.path, modelTypes.text()]])
  for (const [path, text] of models) writeFileSync(new URL(path, root), text)
  const cwd = fileURLToPath(root)
  const biome = fileURLToPath(new URL("node_modules/@biomejs/biome/bin/biome", root))
  const { status, stderr } = spawnSync(process.execPath, [biome, "format", "--write", ...models.keys()], { cwd })
  if (status !== 0) throw new Error(String(stderr))
}
