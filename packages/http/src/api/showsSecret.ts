import * as Predicate from "effect/Predicate"
import * as AST from "effect/SchemaAST"
import type { Operation } from "./Operation.js"
import { schemasOf } from "./schemasOf.js"

/** Whether a field is decoded to `Redacted`. */
export const isRedacted = (type: AST.AST): boolean => {
  if (AST.isUnion(type)) return type.types.some(isRedacted)
  const constructor = type.annotations[AST.TypeConstructorAnnotationId]
  return Predicate.isTagged(constructor, "effect/Redacted")
}

/** Whether a value of a type may have a secret in it, at any depth. A value of any kind may. */
const hasSecret = (type: AST.AST, around: ReadonlySet<AST.AST>): boolean => {
  if (isRedacted(type)) return true
  if (around.has(type)) return false
  const within = new Set([...around, type])
  const some = (types: ReadonlyArray<AST.AST>) => types.some((type) => hasSecret(type, within))
  switch (type._tag) {
    case "AnyKeyword":
    case "ObjectKeyword":
    case "UnknownKeyword":
      return true
    case "Declaration":
      return some(type.typeParameters)
    case "Refinement":
      return some([type.from])
    case "Suspend":
      return some([type.f()])
    case "TupleType":
      return some([...type.elements, ...type.rest].map(({ type }) => type))
    case "TypeLiteral":
      return some([...type.propertySignatures, ...type.indexSignatures].map(({ type }) => type))
    case "Union":
      return some(type.types)
    default:
      return false
  }
}

/** Whether the answer of an operation may show a secret. It is found out when it is first asked. */
export const showsSecret = (operation: Pick<Operation, "endpoint">): (() => boolean) => {
  let known: boolean | undefined
  return () => {
    known ??= hasSecret(AST.typeAST(schemasOf(operation).successSchema.ast), new Set())
    return known
  }
}
