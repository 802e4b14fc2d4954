import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

/** What a schema says of the value that it reads. */
const descriptionOf = (ast: AST.AST): string | undefined =>
  Option.getOrElse(AST.getDescriptionAnnotation(ast), () =>
    AST.isTransformation(ast) ? descriptionOf(ast.from) : undefined
  )

/** A field that may be left out; `undefined` is as if it were. */
export const maybe = <A, I>(schema: Schema.Schema<A, I>) => {
  // The API document describes what is read, and would take the words of what it becomes.
  const described = AST.annotations(AST.typeAST(schema.ast), {
    [AST.DescriptionAnnotationId]: descriptionOf(schema.ast),
    [AST.TitleAnnotationId]: undefined
  })
  return Schema.optionalToOptional(Schema.UndefinedOr(schema), Schema.make<A>(described), {
    decode: Option.filter(Predicate.isNotUndefined),
    encode: identity
  })
}

/** A field that may be left out, or be null, and then is null. */
export const orNull = <A, I>(schema: Schema.Schema<A | null, I | null>) =>
  Schema.optionalWith(schema, { default: (): A | null => null })
