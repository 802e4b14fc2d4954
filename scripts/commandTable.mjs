// The commands that follow from the contract: for each operation its words, what it takes, and what it answers.
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { boundsOf, defaultsBy, sentence } from "./fieldWords.mjs"
import { accountMethods } from "./operationsTable.mjs"
import { codeOf, constants } from "./sourceCode.mjs"

const root = new URL("../", import.meta.url)
const folder = "packages/cli/src/operations"

const NOTE = "// Written by `npm run generate` from the contract and the Promise API. Change those, not this file."

/** Flags of every command of an operation. A field with such a name would have no flag. */
const taken = ["all", "database", "help", "input", "json", "master_key", "organization", "url", "version"]

/** Texts of more choices stand in a constant of their own. */
const FEW = 12

const load = async () => {
  const [{ Option, Schema, SchemaAST: AST }, OpenApiJsonSchema, { Provider }, { plainSchema }, { operations }] =
    await Promise.all([
      import("effect"),
      import("@effect/platform/OpenApiJsonSchema"),
      import("../packages/core/dist/models.js"),
      import("../packages/http/dist/api/document/plainSchema.js"),
      import("../packages/http/dist/api/operations.js")
    ])
  return { AST, OpenApiJsonSchema, Option, Provider, Schema, operations, plainSchema }
}

const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1)

/** The text of every file, by its path; formatting it is left to Biome. */
export const commandTable = async () => {
  const { AST, OpenApiJsonSchema, Option, Provider, Schema, operations, plainSchema } = await load()
  const methods = await accountMethods()
  const defaultOf = defaultsBy({ AST, Option, Schema })
  const jsonOf = (schema) =>
    plainSchema(OpenApiJsonSchema.makeWithDefs(schema, { defs: {}, topLevelReferenceStrategy: "skip" }))
  const optionsOf = (ast) =>
    AST.isUnion(ast) ? ast.types.flatMap(optionsOf) : AST.isRefinement(ast) ? optionsOf(ast.from) : [ast]
  const isNull = (ast) => AST.isLiteral(ast) && ast.literal === null
  const isText = (ast) =>
    AST.isStringKeyword(ast) || AST.isTemplateLiteral(ast) || (AST.isLiteral(ast) && typeof ast.literal === "string")
  /** The options of a type, without null and undefined. */
  const valuesOf = (ast) => optionsOf(ast).filter((one) => !isNull(one) && !AST.isUndefinedKeyword(one))
  const someAnnotation = (ast, test) =>
    test(ast) ||
    (AST.isUnion(ast) && ast.types.some((one) => someAnnotation(one, test))) ||
    (AST.isRefinement(ast) && someAnnotation(ast.from, test))
  const isRedacted = (ast) =>
    someAnnotation(ast, ({ annotations }) => annotations[AST.TypeConstructorAnnotationId]?._tag === "effect/Redacted")
  const isUsd = (ast) => someAnnotation(ast, ({ annotations }) => annotations[AST.BrandAnnotationId]?.includes("Usd"))
  const isTime = (ast) =>
    someAnnotation(ast, (one) => Option.contains(AST.getIdentifierAnnotation(one), "DateTimeUtcFromSelf"))
  const isId = (ast) => {
    if (AST.isUnion(ast)) return ast.types.filter((one) => !isNull(one) && !AST.isUndefinedKeyword(one)).every(isId)
    const { format, pattern = "" } = jsonOf(Schema.make(ast))
    return format === "uuid" || pattern.includes("{64}")
  }
  /** Whether the values are hashes of keys. */
  const namesKey = (property) => JSON.stringify(property).includes('"^[0-9a-f]{64}$"')
  const signaturesOf = (ast) => new Map(AST.getPropertySignatures(ast).map((one) => [String(one.name), one]))

  const inputKind = (encoded, decoded) => {
    if (isRedacted(decoded)) return { kind: "secret" }
    const values = valuesOf(encoded)
    const choicesOf = (all) => (all.every(AST.isLiteral) ? all.map(({ literal }) => literal) : undefined)
    if (values.every(isText)) return { kind: "text", choices: choicesOf(values) }
    if (values.every(AST.isNumberKeyword)) return { kind: "number" }
    if (values.every(AST.isBooleanKeyword)) return { kind: "boolean" }
    const [only] = values
    if (values.length > 1 || !AST.isTupleType(only) || only.rest.length === 0) return { kind: "json" }
    const items = valuesOf(only.rest[0].type)
    return items.every(isText) ? { kind: "list", choices: choicesOf(items) } : { kind: "json" }
  }

  const fieldsOf = (schema, words, file) => {
    const { properties } = jsonOf(schema)
    const said = words === undefined ? properties : jsonOf(words).properties
    const decoded = signaturesOf(AST.typeAST(schema.ast))
    return [...signaturesOf(AST.encodedAST(schema.ast))].map(([name, { isOptional, type }]) => {
      if (taken.includes(name)) throw new Error(`The field ${name} has the name of a flag of every command.`)
      const { choices, kind } = inputKind(type, decoded.get(name).type)
      const text = sentence(said[name].description ?? properties[name].description)
      const preset = defaultOf(schema.ast, name)
      const meaning = [
        text,
        ...boundsOf(properties[name], text),
        ...(preset === undefined || preset === "null" ? [] : [`Default: ${preset.replace(/^"(.*)"$/, "$1")}.`])
      ].join(" ")
      return {
        name,
        kind,
        meaning,
        isRequired: isOptional ? undefined : true,
        isNullable: optionsOf(type).some(isNull) ? true : undefined,
        isKey: namesKey(properties[name]) ? true : undefined,
        choices: choices?.length > FEW ? file.named(`${name}Choices`, "ReadonlyArray<string>", choices) : choices
      }
    })
  }

  /** The fields of a record. Both sides of its schema are read: the plain values are shown, and the others tell what they mean. */
  const columnsOf = (encoded, decoded, file) => {
    const types = signaturesOf(decoded)
    const columns = [...signaturesOf(encoded)].map(([name, { type }]) =>
      columnOf(name, type, types.get(name).type, file)
    )
    const amounts = columns.filter(({ kind }) => kind === "dollars").map(({ name }) => name)
    return columns.map((column) => {
      if (!amounts.includes(column.name) || !column.name.includes("remaining")) return column
      const names = [column.name.replace("_remaining", ""), column.name.replace("remaining", "limit")]
      return { ...column, limit: names.find((name) => name !== column.name && amounts.includes(name)) }
    })
  }

  const columnOf = (name, encoded, decoded, file) => {
    if (isRedacted(decoded)) return { name, kind: "secret" }
    if (isUsd(decoded)) return { name, kind: "dollars" }
    if (isTime(decoded)) {
      return { name, kind: "time", isNullable: optionsOf(encoded).some(isNull) ? true : undefined }
    }
    const values = valuesOf(encoded)
    if (values.every(AST.isBooleanKeyword)) return { name, kind: "flag" }
    if (values.every(AST.isNumberKeyword)) return { name, kind: "number" }
    if (values.every(isText)) return { name, kind: isId(decoded) ? "id" : "text" }
    const [only] = values
    const [meant] = valuesOf(decoded)
    if (values.length > 1) return { name, kind: "json" }
    if (AST.isTupleType(only) && only.rest.length > 0) {
      const [item] = valuesOf(only.rest[0].type)
      if (valuesOf(only.rest[0].type).every(isText)) return { name, kind: "list" }
      if (!AST.isTypeLiteral(item) || item.propertySignatures.length === 0) return { name, kind: "json" }
      return { name, kind: "table", columns: recordOf(item, meant.rest[0].type, file) }
    }
    const isRecord = name === "data" && AST.isTypeLiteral(only)
    return isRecord ? { name, kind: "record", columns: recordOf(only, meant, file) } : { name, kind: "json" }
  }

  /** The columns of a record, in a constant of the record's name. */
  const recordOf = (encoded, decoded, file) => {
    const name = Option.getOrElse(AST.getIdentifierAnnotation(decoded), () => "record")
    return file.named(lowerFirst(name), "ReadonlyArray<Column>", columnsOf(encoded, decoded, file))
  }

  const answerOf = (output, file) => {
    const [encoded, decoded] = [AST.encodedAST(output.ast), AST.typeAST(output.ast)]
    const items = (one, other) => recordOf(valuesOf(one.rest[0].type)[0], other.rest[0].type, file)
    if (AST.isTupleType(encoded)) return { answers: "list", columns: items(encoded, decoded) }
    const [page, meant] = [signaturesOf(encoded), signaturesOf(decoded)]
    if (!page.has("total_count")) return { answers: "record", columns: recordOf(encoded, decoded, file) }
    return { answers: "page", columns: items(page.get("data").type, meant.get("data").type) }
  }

  const pathOf = (names, { pathSchema }) => {
    if (names.length === 0) return []
    const { properties } = jsonOf(Option.getOrThrow(pathSchema))
    return names.map((name) => ({
      name,
      meaning: sentence(properties[name].description),
      isKey: namesKey(properties[name]) ? true : undefined
    }))
  }

  const commandOf = (operation, file) => {
    const { access, description, endpoint, name, resource } = operation
    const { input, method: word, output, path } = methods.get(`${resource}.${name}`)
    const words = Option.getOrUndefined(endpoint.urlParamsSchema)
    return {
      method: word,
      description: description.split("\n\n")[0],
      isReading: operation.method === "GET" ? true : undefined,
      forGateways: access.startsWith("gateway") ? true : undefined,
      path: pathOf(path, endpoint),
      takes: input === null ? "nothing" : words === undefined ? "body" : "page",
      fields: input === null ? [] : fieldsOf(input, words, file),
      ...answerOf(output, file)
    }
  }

  const providers = Object.defineProperty(() => {}, "name", { value: "providers" })
  const slugs = codeOf(Provider.ast.types.map(({ literal }) => literal))
  const shared = new Map([[slugs, providers]])

  const resources = [...new Set(operations.map(({ resource }) => resource))].map((name) => {
    const own = operations.filter(({ resource }) => resource === name)
    const file = constants(shared, [name, providers.name])
    const commands = own.map((operation) => commandOf(operation, file))
    const lines = [...file.known.values()].map(({ line }) => line)
    const text = [
      NOTE,
      [
        'import type { Column, Operation } from "./Operation.js"',
        ...[...file.used].map((one) => `import { ${one} } from "./${one}.js"`)
      ].join("\n"),
      ...lines,
      `/** The operations of \`${name}\`. */\nexport const ${name}: ReadonlyArray<Operation> = ${codeOf(commands)}`
    ].join("\n\n")
    const summaries = Object.fromEntries(own.map(({ summary }, i) => [commands[i].method, `${summary}.`]))
    return { name, summaries, text: `${text}\n` }
  })

  const entries = resources.map(
    ({ name, summaries }) =>
      `{ name: "${name}", methods: ${codeOf(summaries)}, load: async () => (await import("./${name}.js")).${name} }`
  )
  const index = [
    NOTE,
    'import type { Resource } from "./Operation.js"',
    `/** The resources, and what can be done with each. */\nexport const resources: ReadonlyArray<Resource> = [${entries.join(", ")}]`
  ].join("\n\n")
  return new Map([
    [`${folder}/resources.ts`, `${index}\n`],
    [
      `${folder}/providers.ts`,
      `${NOTE}\n\n/** The slugs of all providers. */\nexport const providers: ReadonlyArray<string> = ${slugs}\n`
    ],
    ...resources.map(({ name, text }) => [`${folder}/${name}.ts`, text])
  ])
}

/** The present contents of a file. */
export const shownCommands = (path) => readFileSync(new URL(path, root), "utf8")

/** Writes every file, formatted. */
export const writeCommands = async () => {
  const files = await commandTable()
  for (const [path, text] of files) writeFileSync(new URL(path, root), text)
  const biome = fileURLToPath(new URL("node_modules/@biomejs/biome/bin/biome", root))
  const args = [biome, "format", "--write", ...files.keys()]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: fileURLToPath(root) })
  if (status !== 0) throw new Error(String(stderr))
}
