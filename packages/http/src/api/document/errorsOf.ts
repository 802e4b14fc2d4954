import {
  ChallengeRefused,
  type InputIssue,
  InvalidInput,
  KeyHash,
  LastManagementKey,
  SlugTaken,
  UserId,
  UserNotInOrganization
} from "@tollgate/core/models"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { type RefusalTag, wireErrorOf } from "../errorTable.js"
import type { Operation } from "../Operation.js"
import { BadRequest, Forbidden, InternalError, TooManyRequests, Unauthorized, type WireError } from "../WireError.js"

const hash = KeyHash.make("0".repeat(64))
const user_id = UserId.make("ada")

const namesCreator = ({ endpoint: { payloadSchema } }: Operation) =>
  Option.exists(payloadSchema, ({ ast }) =>
    AST.getPropertySignatures(AST.encodedAST(ast)).some(({ name }) => name === "creator_user_id")
  )

/** The issues of an example of invalid input. */
const issuesOf = ({ endpoint }: Operation): ReadonlyArray<InputIssue> => {
  const schema = Option.firstSomeOf([endpoint.payloadSchema, endpoint.urlParamsSchema, endpoint.pathSchema])
  if (Option.isNone(schema)) return []
  // No field accepts an empty list.
  const [first] = AST.getPropertySignatures(AST.encodedAST(schema.value.ast))
  const read = Schema.decodeUnknownEither(schema.value)({ [first?.name ?? ""]: [] })
  return Either.isLeft(read) ? InvalidInput.fromParseError(read.left).issues : []
}

/** The `issues` of a refusal that depend on the request. */
const issuesOfRefusal = (operation: Operation, tag: RefusalTag): ReadonlyArray<InputIssue> => {
  switch (tag) {
    case "InvalidInput":
      return issuesOf(operation)
    case "ChallengeRefused":
      return new ChallengeRefused({ method: "S256", problem: "malformed" }).issues
    case "SlugTaken":
      return new SlugTaken({ resource: operation.resource === "presets" ? "preset" : "workspace", slug: "default" })
        .issues
    case "LastManagementKey":
      return new LastManagementKey({ hash, change: operation.takesBody ? "disable" : "delete" }).issues
    case "UserNotInOrganization":
      return new UserNotInOrganization({ user_id, field: namesCreator(operation) ? "creator_user_id" : "user_id" })
        .issues
    default:
      return []
  }
}

/** An example of each error response of an operation, one for each status and reason. */
export const errorsOf = (operation: Operation): ReadonlyArray<WireError> => {
  const { access, refuses, statuses, takesBody } = operation
  const all = [
    ...(takesBody ? [BadRequest.invalidJson()] : []),
    ...refuses.map((tag) => wireErrorOf(tag, issuesOfRefusal(operation, tag))),
    Unauthorized.missing(),
    Unauthorized.invalid(),
    ...(access === "management, else 403" ? [Forbidden.managementOnly()] : []),
    ...(statuses.includes(429) ? [TooManyRequests.after(12)] : []),
    wireErrorOf("StorageFailure", [], "none"),
    wireErrorOf("StorageFailure", [], "unknown"),
    InternalError.now()
  ]
  // Several refusals may have the same response.
  return [...new Map(all.map((error) => [`${error.error.code} ${reasonIn(error)}`, error])).values()]
}

/** `error.metadata.reason`. */
export const reasonIn = ({ error }: WireError): string => String(error.metadata?.["reason"])
