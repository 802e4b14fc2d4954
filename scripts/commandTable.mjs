// The commands that follow from the contract: for each operation its words, what it takes, and what it answers.
import { boundsOf, defaultsBy, sentence } from "./fieldWords.mjs"
import { accountMethods } from "./operationsTable.mjs"

const folder = "packages/cli/dist/operations"

/** Flags of every command of an operation. A field with such a name would have no flag. */
const taken = ["all", "database", "help", "input", "json", "master_key", "organization", "url", "version"]

/** The flags of fields that have such a name. */
const renamed = { webhooks: { url: "webhook_url" } }

/** The operations whose command is that of another one. */
const withoutCommand = ["openRun"]

/** The operations whose command does more than themselves: its word, and what it does. */
const joint = {
  updateRun: {
    word: "set",
    summary: "Set the limits of a run.",
    description:
      "Sets the limits and the end of a run, from the next request on in every process. Creates the run if it does not exist, below one that " +
      "exists. Limits that are not stated stay as they are; null removes one."
  }
}

const load = async () => {
  const [{ Option, Schema, SchemaAST: AST }, OpenApiJsonSchema, { plainSchema }, { operations }] = await Promise.all([
    import("effect"),
    import("@effect/platform/OpenApiJsonSchema"),
    import("../packages/http/dist/api/document/plainSchema.js"),
    import("../packages/http/dist/api/operations.js")
  ])
  return { AST, OpenApiJsonSchema, Option, Schema, operations, plainSchema }
}

/** The text of every emitted file, by its path: the rows of each resource, the list of the resources, and the types of both. */
export const commandTable = async () => {
  const { AST, OpenApiJsonSchema, Option, Schema, operations, plainSchema } = await load()
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

  const fieldsOf = (schema, words, flags = {}) => {
    const { properties } = jsonOf(schema)
    const said = words === undefined ? properties : jsonOf(words).properties
    const decoded = signaturesOf(AST.typeAST(schema.ast))
    return [...signaturesOf(AST.encodedAST(schema.ast))].map(([name, { isOptional, type }]) => {
      if (taken.includes(flags[name] ?? name))
        throw new Error(`The field ${name} has the name of a flag of every command.`)
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
        flag: flags[name],
        kind,
        meaning,
        isRequired: isOptional ? undefined : true,
        isNullable: optionsOf(type).some(isNull) ? true : undefined,
        isKey: namesKey(properties[name]) ? true : undefined,
        choices
      }
    })
  }

  /** The fields of a record. Both sides of its schema are read: the plain values are shown, and the others tell what they mean. */
  const columnsOf = (encoded, decoded) => {
    const types = signaturesOf(decoded)
    const columns = [...signaturesOf(encoded)].map(([name, { type }]) => columnOf(name, type, types.get(name).type))
    const amounts = columns.filter(({ kind }) => kind === "dollars").map(({ name }) => name)
    return columns.map((column) => {
      if (!amounts.includes(column.name) || !column.name.includes("remaining")) return column
      const names = [column.name.replace("_remaining", ""), column.name.replace("remaining", "limit")]
      return { ...column, limit: names.find((name) => name !== column.name && amounts.includes(name)) }
    })
  }

  const columnOf = (name, encoded, decoded) => {
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
      return { name, kind: "table", columns: columnsOf(item, meant.rest[0].type) }
    }
    const isRecord = name === "data" && AST.isTypeLiteral(only)
    return isRecord ? { name, kind: "record", columns: columnsOf(only, meant) } : { name, kind: "json" }
  }

  const answerOf = (output) => {
    const [encoded, decoded] = [AST.encodedAST(output.ast), AST.typeAST(output.ast)]
    const items = (one, other) => columnsOf(valuesOf(one.rest[0].type)[0], other.rest[0].type)
    if (AST.isTupleType(encoded)) return { answers: "list", columns: items(encoded, decoded) }
    const [page, meant] = [signaturesOf(encoded), signaturesOf(decoded)]
    if (!page.has("total_count")) return { answers: "record", columns: columnsOf(encoded, decoded) }
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

  const commandOf = (operation) => {
    const { access, description, endpoint, name, resource } = operation
    const { input, method: word, output, path } = methods.get(`${resource}.${name}`)
    const words = Option.getOrUndefined(endpoint.urlParamsSchema)
    const answer = answerOf(output)
    const fields = input === null ? [] : fieldsOf(input, words, renamed[resource])
    const takesOrganization = fields.some(({ name }) => name === "organization_id")
    const query = answer.answers === "page" ? "page" : "query"
    return {
      method: joint[name]?.word ?? word,
      description: joint[name]?.description ?? description.split("\n\n")[0],
      isReading: operation.method === "GET" ? true : undefined,
      // A gateway of all organizations names one in every call.
      forGateways: access.startsWith("gateway") && !takesOrganization ? true : undefined,
      path: pathOf(path, endpoint),
      takes: input === null ? "nothing" : words === undefined ? "body" : query,
      fields,
      ...answer
    }
  }

  const isCommand = ({ name, resource }) => methods.has(`${resource}.${name}`) && !withoutCommand.includes(name)
  const summaryOf = ({ name, summary }) => joint[name]?.summary ?? `${summary}.`

  const resources = [...new Set(operations.map(({ resource }) => resource))].map((name) => {
    // Until it has a method, an operation has no command. A test says so.
    const own = operations.filter((one) => one.resource === name && isCommand(one))
    const rows = own.map(commandOf)
    return { name, rows, summaries: Object.fromEntries(own.map((one, i) => [rows[i].method, summaryOf(one)])) }
  })
  const index = JSON.stringify(resources.map(({ name, summaries }) => ({ name, methods: summaries })))
  const table = JSON.stringify(Object.fromEntries(resources.map(({ name, rows }) => [name, rows])))
  return new Map([
    [`${folder}/index.json`, index],
    ...resources.map(({ name, rows }) => [`${folder}/${name}.json`, JSON.stringify(rows)]),
    // JSON is a type, too: of this very value. So the compiler compares the rows with the type that the command reads them by.
    [`${folder}/index.d.ts`, `declare const index: ${index}\nexport default index\n`],
    [`${folder}/table.d.ts`, `export type Table = ${table}\n`]
  ])
}
