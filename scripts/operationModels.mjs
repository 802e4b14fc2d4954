// The models of an operation's input and output, by their names in core. What a query states as texts has a model of plain values, `ApiKeyPage`
// for `ApiKeyQuery`.

const load = async () => {
  const [core, { dataOf }, { schemasOf }, { Option, Schema }] = await Promise.all([
    import("../packages/core/dist/index.js"),
    import("../packages/http/dist/api/DataEnvelope.js"),
    import("../packages/http/dist/api/schemasOf.js"),
    import("effect")
  ])
  return { core, dataOf, schemasOf, Option, Schema }
}

/** Finds the models of operations: of each, the `name` and the `schema`, and the `names` of the models that the name consists of. */
export const operationModels = async () => {
  const { core, dataOf, Option, Schema, schemasOf } = await load()
  const schemas = Object.entries(core).filter(([, value]) => Schema.isSchema(value))
  const named = (ast) => {
    // The status of an answer is an annotation of a copy.
    const [name] =
      schemas.find(([, schema]) => schema.ast === ast) ??
      schemas.find(
        ([, schema]) => schema.ast.propertySignatures && schema.ast.propertySignatures === ast.propertySignatures
      ) ??
      []
    if (name === undefined) throw new Error(`@tollgate/core exports no such schema: ${ast}`)
    return name
  }
  const model = (name, schema, names = [name]) => ({ name, names, schema })
  const outputOf = (schema) => {
    const { ast } = schema
    const itemsOf = (ast) => named(ast.rest[0].type)
    if (ast._tag === "TupleType") return model(`ReadonlyArray<${itemsOf(ast)}>`, schema, [itemsOf(ast)])
    const data = ast.propertySignatures.find(({ name }) => name === "data")
    if (data === undefined || !ast.propertySignatures.some(({ name }) => name === "total_count"))
      return model(named(ast), schema)
    const items = itemsOf(data.type)
    return model(`Paged<${items}>`, schema, ["Paged", items])
  }
  const inputOf = ({ payloadSchema, urlParamsSchema }) => {
    if (Option.isSome(payloadSchema)) return model(named(payloadSchema.value.ast), payloadSchema.value)
    if (Option.isNone(urlParamsSchema)) return null
    const words = named(urlParamsSchema.value.ast).replace(/Query$/, "")
    const name = `${words}Page` in core ? `${words}Page` : words
    return model(name, core[name])
  }
  return (operation) => {
    const found = schemasOf(operation)
    return { input: inputOf(found), output: outputOf(dataOf(found.successSchema) ?? found.successSchema) }
  }
}
