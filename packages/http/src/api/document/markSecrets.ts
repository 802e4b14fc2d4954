import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import type { Operation } from "../Operation.js"
import { isRedacted } from "../showsSecret.js"
import { child, type Json, mapValues } from "./Json.js"

/** The component of an operation's request body, with its secret fields. */
const secretsOf = ({ endpoint }: Operation) => {
  const ast = Option.map(endpoint.payloadSchema, ({ ast }) => ast)
  const component = Option.flatMap(ast, AST.getJSONIdentifier)
  if (Option.isNone(ast) || Option.isNone(component)) return []
  const fields = AST.getPropertySignatures(AST.typeAST(ast.value))
  return [{ component: component.value, names: fields.filter(({ type }) => isRedacted(type)).map(({ name }) => name) }]
}

/** Marks the fields of request bodies that are decoded to `Redacted`: write-only, and entered like a password. */
export const markSecrets = (schemas: Json, operations: ReadonlyArray<Operation>): Json => {
  const secrets = new Map(operations.flatMap(secretsOf).map(({ component, names }) => [component, names]))
  return mapValues(schemas, (schema, component) => {
    const names = secrets.get(component) ?? []
    if (names.length === 0) return schema
    const properties = mapValues(child({ schema }, "schema", "properties"), (property, name) =>
      names.includes(name) ? { ...child({ property }, "property"), format: "password", writeOnly: true } : property
    )
    return { ...child({ schema }, "schema"), properties }
  })
}
