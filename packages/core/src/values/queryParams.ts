import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { EXPECTED, expected } from "../schema/expected.js"
import { formOf } from "../schema/unchecked.js"
import { WorkspaceIdInput } from "./Id.js"

/** An optional query parameter. The word `null` counts as omitted. */
export const queryParam = <A, I extends string>(
  schema: Schema.Schema<A, I>,
  phrase: string,
  description: string,
  phraseFor: (actual: unknown) => string = () => phrase
) =>
  Schema.optionalToOptional(
    Schema.Union(Schema.Literal("null"), schema)
      .annotations({ jsonSchema: formOf(schema) })
      .pipe(expected(phrase))
      .annotations({ message: ({ actual }) => ({ message: EXPECTED + phraseFor(actual), override: true }) }),
    Schema.typeSchema(schema),
    {
      decode: Option.filter((value): value is A => value !== "null"),
      encode: (value) => value
    }
  ).annotations({ description })

/** Filter by workspace. */
export const workspaceParam = queryParam(WorkspaceIdInput, "one UUID", "Only records of the workspace with this UUID.")

/** An optional boolean query parameter. The word `null` counts as omitted. */
export const boolParam = (omitted: boolean, description: string) =>
  Schema.optionalWith(
    Schema.transform(
      Schema.Literal("true", "false", "null")
        .annotations({ jsonSchema: { type: "boolean", default: omitted } })
        .pipe(expected("true or false")),
      Schema.Boolean,
      {
        strict: true,
        decode: (text) => (text === "null" ? omitted : text === "true"),
        encode: (value) => (value ? ("true" as const) : ("false" as const))
      }
    ),
    { exact: true, default: () => omitted }
  ).annotations({ description })
