import type { Operation } from "#operations"
import { type InputIssue, InvalidInput } from "#refusals"
import { codeOf, commonRefusals } from "#shared"
import { RateLimited } from "../errors/RateLimited.js"
import { RequestFailed } from "../errors/RequestFailed.js"
import { refusalOf } from "../errors/refusalOf.js"
import { isRecord } from "../isRecord.js"
import type { Request } from "../Transport.js"
import type { Answer, Unanswered } from "./Answer.js"

/** The reasons of answers that concern what was sent before it was read as an input. */
const unread = ["body_too_large", "idempotency_key_invalid", "invalid_json"]

/** The statuses of the answers that an operation may declare. */
const documented = [400, 401, 402, 403, 404, 409, 429, 500]

/** `error.metadata` of an answer; null if the answer has another form than a refusal. */
const metadataOf = ({ json, status }: Answer): Readonly<Record<string, unknown>> | null => {
  const error = isRecord(json) ? json["error"] : undefined
  if (!isRecord(error) || error["code"] !== status) return null
  const { metadata } = error
  return isRecord(metadata) ? metadata : {}
}

const isIssue = (value: unknown): value is InputIssue =>
  isRecord(value) && Array.isArray(value["path"]) && typeof value["expected"] === "string"

const issuesOf = (issues: unknown): ReadonlyArray<InputIssue> =>
  Array.isArray(issues) && issues.every(isIssue) ? issues : []

/** The refusal of an operation that an answer stands for: the one with its status and reason. */
const restore = ({ refuses, resource }: Operation, { input, path }: Request, answer: Answer) => {
  const metadata = metadataOf(answer)
  if (metadata === null) return null
  const { reason } = metadata
  const issues = issuesOf(metadata["issues"])
  if (unread.some((one) => one === reason)) return new InvalidInput({ issues })
  const known = { path, payload: isRecord(input) ? input : {}, resource, reason, issues, metadata, cause: answer.json }
  for (const tag of [...refuses, ...commonRefusals]) {
    const kind = refusalOf(tag)
    if (kind?.status !== answer.status) continue
    try {
      const made = kind.from(known)
      if (made.reason === reason) return made
    } catch {
      // This request cannot have been refused so.
    }
  }
  return null
}

/** Turns an answer that is no success into the refusal of the program, by status, reason and the request. */
export const toRefusal = (operation: Operation, request: Request, answer: Answer): Error => {
  const { retryAfter, status } = answer
  const refusal = restore(operation, request, answer)
  if (refusal !== null) return refusal
  // Any operation may answer 429, also one that does not list it.
  if (status === 429) return new RateLimited({ retryAfter })
  const isInternal = metadataOf(answer)?.["reason"] === "internal_error"
  const reason = isInternal ? "server_error" : documented.includes(status) ? "unreadable_answer" : "unknown_status"
  return new RequestFailed({ operation: operation.id, reason, status, code: null })
}

/** The failure of a request that got no answer, or one that is not JSON. */
export const toFailure = ({ id, success }: Operation, { cause, head }: Unanswered): Error => {
  const status = head?.status ?? null
  if (status === 429) return new RateLimited({ retryAfter: head?.retryAfter ?? null })
  const isKnown = status !== null && (documented.includes(status) || success.includes(status))
  const reason = status === null ? "no_answer" : isKnown ? "unreadable_answer" : "unknown_status"
  return new RequestFailed({ operation: id, reason, status, code: codeOf(cause), cause })
}

/** The refusal for an id that no path can carry: not found, as in process. */
export const unnamed = ({ missing, resource }: Operation, name: string): Error => {
  const kind = refusalOf(String(missing[name]))
  const known = { path: {}, payload: {}, resource, reason: undefined, issues: [], metadata: {}, cause: undefined }
  if (kind !== undefined) return kind.from(known)
  return new InvalidInput({ issues: [{ path: [name], expected: 'well-formed text other than "", "." and ".."' }] })
}
