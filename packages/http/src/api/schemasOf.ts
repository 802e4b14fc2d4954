import type * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import type { Operation } from "./Operation.js"

/** The schemas of an endpoint, whose types are lost where operations are accessed by name. */
interface Schemas {
  readonly pathSchema: Option.Option<Schema.Schema<object>>
  readonly urlParamsSchema: Option.Option<Schema.Schema<unknown>>
  readonly payloadSchema: Option.Option<Schema.Schema<unknown>>
  readonly successSchema: Schema.Schema<unknown>
}

/** The schemas of an operation's path, query, body and success. */
export const schemasOf = ({ endpoint }: Pick<Operation, "endpoint">): Schemas =>
  // The type of an endpoint of any operation leaves its schemas out; every endpoint has them.
  endpoint as unknown as Schemas
