import { type InputIssue, Refusals, UserId } from "@tollgate/core/models"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { type Refusal, type RefusalTag, wireErrorOf } from "../errorTable.js"
import type { Operation } from "../Operation.js"
import { BadRequest, InternalError, TooManyRequests, Unauthorized, type WireError } from "../WireError.js"
import { metadataSamples } from "./metadataSamples.js"

/** A value for each field of a request that a refusal may repeat. */
const samples = {
  code_challenge: "no challenge",
  creator_user_id: UserId.make("ada"),
  disabled: true,
  expires_at: DateTime.unsafeMake(0),
  id: "01a19467-e800-7cc3-98c4-dc0c0c07398f",
  role: "member",
  slug: "default",
  user_id: UserId.make("ada")
}

const namesOf = (schema: Option.Option<Schema.Schema.All>): ReadonlyArray<PropertyKey> =>
  Option.match(schema, {
    onNone: () => [],
    onSome: ({ ast }) => AST.getPropertySignatures(AST.encodedAST(ast)).map(({ name }) => name)
  })

/** The issues of an example of invalid input. */
const issuesOf = ({ endpoint }: Operation): ReadonlyArray<InputIssue> => {
  const schema = Option.firstSomeOf([endpoint.payloadSchema, endpoint.urlParamsSchema, endpoint.pathSchema])
  if (Option.isNone(schema)) return []
  // No field accepts an empty list.
  const [first = ""] = namesOf(schema)
  const read = Schema.decodeUnknownEither(schema.value)({ [first]: [] })
  return Either.isLeft(read) ? Refusals.InvalidInput.fromParseError(read.left).issues : []
}

/** Examples of a refusal of an operation, one for each of its reasons. */
const examplesOf = (operation: Operation, tag: RefusalTag): ReadonlyArray<Refusal<RefusalTag>> => {
  const { endpoint, resource } = operation
  const names = namesOf(endpoint.payloadSchema)
  return (metadataSamples[tag] ?? [{}]).map((metadata) =>
    Refusals[tag].from({
      path: { hash: "0".repeat(64), id: samples.id, user_id: samples.user_id },
      payload: Record.filter(samples, (_, name) => names.includes(name)),
      resource,
      reason: undefined,
      issues: tag === "InvalidInput" ? issuesOf(operation) : [],
      metadata,
      cause: undefined
    })
  )
}

/** An example of each error response of an operation, one for each status and reason. */
export const errorsOf = (operation: Operation): ReadonlyArray<WireError> => {
  const { access, changes, perMinute, refuses, statuses, takesBody } = operation
  const all = [
    ...(takesBody ? [BadRequest.invalidJson()] : []),
    ...refuses.flatMap((tag) => examplesOf(operation, tag)).map((refusal) => wireErrorOf(refusal)),
    Unauthorized.missing(),
    wireErrorOf(new Refusals.InvalidCredential()),
    ...(access === "gateway, else 403" ? [wireErrorOf(new Refusals.GatewayKeyRequired())] : []),
    ...(access === "any key, else 403" ? [wireErrorOf(new Refusals.ApiKeyRequired())] : []),
    ...(access.endsWith("management, else 403") ? [wireErrorOf(new Refusals.ManagementKeyRequired())] : []),
    ...(changes && access.includes("management") ? [wireErrorOf(new Refusals.ReadOnlyKey())] : []),
    ...(statuses.includes(429) ? [TooManyRequests.after(perMinute === null ? 1 : 12)] : []),
    wireErrorOf(new Refusals.StorageFailure({ cause: undefined, outcome: "none" })),
    wireErrorOf(new Refusals.StorageFailure({ cause: undefined, outcome: "unknown" })),
    InternalError.now()
  ]
  // Several refusals may have the same response.
  return [...new Map(all.map((error) => [`${error.error.code} ${reasonIn(error)}`, error])).values()]
}

/** `error.metadata.reason`. */
export const reasonIn = ({ error }: WireError): string => String(error.metadata?.["reason"])
