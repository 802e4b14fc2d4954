import { Refusals, type RefusedRequest } from "@tollgate/core/models"
import * as Array from "effect/Array"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { errorClassOf, type Refusal, type RefusalTag } from "../api/errorTable.js"
import type { Operation } from "../api/Operation.js"
import { refusalOfName } from "../api/refusalOfName.js"
import { isWireError, type WireError } from "../api/WireError.js"
import type { AnswerHead } from "./answerHead.js"
import { commonRefusals } from "./plain/commonRefusals.js"
import { RateLimited } from "./RateLimited.js"
import { RequestFailed } from "./RequestFailed.js"

/** The parts of a request that refusals repeat. */
export type RequestedObject = Partial<Pick<RefusedRequest, "path" | "payload">>

const issuesOf = Schema.decodeUnknownOption(Refusals.InvalidInput.fields.issues)

/** The refusal of an operation that an error response stands for: the one with its status and reason. */
const restore = ({ refuses, resource }: Operation, request: RequestedObject, failure: WireError) => {
  const { issues, reason } = failure.error.metadata ?? {}
  const known = {
    path: {},
    payload: {},
    ...request,
    resource,
    reason,
    issues: Option.getOrElse(issuesOf(issues), () => []),
    metadata: failure.error.metadata ?? {},
    cause: failure
  }
  const make = Option.liftThrowable((tag: RefusalTag): Refusal<RefusalTag> => Refusals[tag].from(known))
  const made = [...refuses, ...commonRefusals].filter((tag) => failure instanceof errorClassOf(tag)).map(make)
  return Array.findFirst(Array.getSomes(made), (refusal) => refusal.reason === reason)
}

/** Turns an error of the HTTP client into the refusal of the program, by status, reason and the request. */
export const toRefusal = (
  operation: Operation,
  request: RequestedObject,
  failure: unknown,
  head: AnswerHead | null = null
) => {
  const status = head?.status ?? null
  const refusal = isWireError(failure) ? restore(operation, request, failure) : Option.none()
  if (Option.isSome(refusal)) return refusal.value
  // Any operation may answer 429, also one that does not list it.
  if (head?.status === 429) return new RateLimited({ retryAfter: head.retryAfter })
  // Without an answer, the request itself was invalid and was not sent.
  if (status === null && ParseResult.isParseError(failure)) return Refusals.InvalidInput.fromParseError(failure)
  return isWireError(failure)
    ? RequestFailed.unlike(operation.id, failure)
    : RequestFailed.from(operation.id, failure, status)
}

/** The refusal for an id that no path can carry: not found, as in process. */
export const unnamed = (operation: Operation, cause: Refusals.InvalidInput): Refusal<RefusalTag> => {
  const [parameter] = cause.issues[0]?.path ?? []
  const tag = refusalOfName(operation, String(parameter))
  const { resource } = operation
  const known = { path: {}, payload: {}, resource, reason: undefined, issues: [], metadata: {}, cause }
  return tag === null ? cause : Refusals[tag].from(known)
}
