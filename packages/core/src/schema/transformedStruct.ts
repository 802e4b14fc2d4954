import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as AST from "effect/SchemaAST"
import { type Coder, FALL_BACK } from "./Coder.js"

/** The type without `undefined`. */
const definedOf = (ast: AST.AST): AST.AST => {
  if (!AST.isUnion(ast)) return ast
  const [some, ...others] = ast.types.filter((type) => !AST.isUndefinedKeyword(type))
  return some !== undefined && others.length === 0 ? some : ast
}

/**
 * Makes the decoder of a struct whose properties are transformed, such as those with defaults. A value that the encoded side has decoded has the
 * decoded type already, so only values that a transformation has replaced are checked again. Null if a field of the encoded side has no
 * field of the decoded side.
 *
 * @param compile Compiles a schema for decoding.
 */
export const transformedStruct = (
  { from, to }: AST.Transformation,
  changes: ReadonlyArray<AST.PropertySignatureTransformation>,
  compile: (ast: AST.AST) => Coder
): Coder | null => {
  if (!AST.isTypeLiteral(from) || !AST.isTypeLiteral(to)) return null
  if (from.indexSignatures.length + to.indexSignatures.length > 0) return null
  const given = new Map(from.propertySignatures.map(({ name, type }) => [name, type]))
  const fields = to.propertySignatures.map(({ isOptional, name, type }) => {
    const change = changes.find((change) => change.to === name)
    const source = change?.from ?? name
    const before = given.get(source)
    given.delete(source)
    const isOfType = before !== undefined && AST.typeAST(definedOf(before)) === type
    return { change, isOfType, isOptional, name, source, make: compile(type) }
  })
  if (given.size > 0) return null
  const decode = compile(from)
  return (value) => {
    const struct = decode(value)
    if (!Predicate.isRecord(struct)) return FALL_BACK
    const all: Record<PropertyKey, unknown> = {}
    for (const { change, isOfType, isOptional, make, name, source } of fields) {
      const isThere = Object.hasOwn(struct, source)
      const before = isThere ? struct[source] : undefined
      let after = before
      let isGiven = isThere
      if (change !== undefined) {
        const changed = change.decode(isThere ? Option.some(before) : Option.none())
        isGiven = Option.isSome(changed)
        after = Option.getOrUndefined(changed)
      }
      if (isOptional && !isGiven) continue
      const made = isThere && isOfType && after === before ? after : make(after)
      if (made === FALL_BACK) return FALL_BACK
      all[name] = made
    }
    return all
  }
}
