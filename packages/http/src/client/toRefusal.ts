import {
  ByokId,
  GuardrailId,
  type InputIssue,
  KeyHash,
  OrganizationId,
  Refusals,
  WorkspaceId
} from "@tollgate/core/models"
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import {
  errorClassOf,
  isNotFound,
  type Refusal,
  type RefusalTag,
  reasonOf,
  type StorageOutcome
} from "../api/errorTable.js"
import type { Operation } from "../api/Operation.js"
import { isWireError, type WireError } from "../api/WireError.js"
import type { AnswerHead } from "./answerHead.js"
import { RateLimited } from "./RateLimited.js"
import { RequestFailed } from "./RequestFailed.js"

/** The parts of a request that refusals repeat: ids from the path, the rest from the body. */
export interface RequestedObject {
  readonly path?: { readonly id?: unknown; readonly hash?: unknown }
  readonly payload?: {
    readonly code_challenge?: unknown
    readonly code_challenge_method?: "S256" | "plain"
    readonly creator_user_id?: typeof Refusals.AlreadyMember.Type.user_id | null
    readonly disabled?: boolean
    readonly expires_at?: DateTime.Utc | null
    readonly slug?: string
    readonly user_id?: typeof Refusals.AlreadyMember.Type.user_id | null
    readonly workspace_id?: unknown
  }
}

interface Known {
  readonly path: NonNullable<RequestedObject["path"]>
  readonly payload: NonNullable<RequestedObject["payload"]>
  readonly resource: string
  readonly issues: ReadonlyArray<InputIssue>
  readonly outcome: StorageOutcome
  readonly cause: unknown
}

/** A value that a request with this refusal must have had; without it, the answer breaks the contract. */
const stated = <A>(value: A | null | undefined): A => {
  if (value === null || value === undefined) throw new Error("The refusal does not follow from the request.")
  return value
}

/** The text as an id; null if it does not have the form of one. */
const parseId = <Id>(schema: Schema.Schema<Id, string>, text: unknown): Id | null =>
  Option.getOrNull(Schema.decodeUnknownOption(schema)(text))

const uuid = <Id>(schema: Schema.Schema<Id, string>, text: unknown): Id | null =>
  parseId(schema, String(text).toLowerCase())

const singular: Readonly<Record<string, Refusals.SlugTaken["resource"]>> = {
  presets: "preset",
  workspaces: "workspace"
}

/** Builds each refusal, with fields from the request. */
const refusals: { readonly [T in RefusalTag]: (known: Known) => Refusal<T> } = {
  AlreadyMember: ({ payload }) => new Refusals.AlreadyMember({ user_id: stated(payload.user_id) }),
  ByokNotFound: ({ path }) => Refusals.ByokNotFound.of(uuid(ByokId, path.id)),
  ChallengeRefused: ({ payload: { code_challenge, code_challenge_method: method = "S256" } }) =>
    new Refusals.ChallengeRefused({
      method,
      problem: code_challenge === undefined ? "missing" : method === "plain" ? "not_accepted" : "malformed"
    }),
  CodeRefused: () => new Refusals.CodeRefused(),
  ExpiryInThePast: ({ payload }) => new Refusals.ExpiryInThePast({ expires_at: stated(payload.expires_at) }),
  GuardrailNotFound: ({ path }) => Refusals.GuardrailNotFound.of(uuid(GuardrailId, path.id)),
  IntervalRequired: () => new Refusals.IntervalRequired(),
  InvalidCredential: () => new Refusals.InvalidCredential(),
  InvalidInput: ({ issues }) => new Refusals.InvalidInput({ issues }),
  KeyNotFound: ({ path }) => Refusals.KeyNotFound.of(parseId(KeyHash, path.hash)),
  LastManagementKey: ({ path, payload }) =>
    new Refusals.LastManagementKey({
      hash: stated(parseId(KeyHash, path.hash)),
      change: payload.disabled === true ? "disable" : payload.expires_at ? "expire" : "delete"
    }),
  ManagementKeyRequired: () => new Refusals.ManagementKeyRequired(),
  OrganizationNotFound: ({ path }) => Refusals.OrganizationNotFound.of(uuid(OrganizationId, path.id)),
  PresetNotFound: () => new Refusals.PresetNotFound(),
  SlugTaken: ({ payload, resource }) =>
    new Refusals.SlugTaken({ resource: stated(singular[resource]), slug: stated(payload.slug) }),
  StorageFailure: ({ cause, outcome }) => new Refusals.StorageFailure({ cause, outcome }),
  UserNotInOrganization: ({ payload: { creator_user_id, user_id } }) =>
    creator_user_id
      ? new Refusals.UserNotInOrganization({ user_id: creator_user_id, field: "creator_user_id" })
      : new Refusals.UserNotInOrganization({ user_id: stated(user_id), field: "user_id" }),
  WorkspaceNotFound: ({ path, payload }) =>
    Refusals.WorkspaceNotFound.of(uuid(WorkspaceId, payload.workspace_id ?? path.id))
}

/** The refusals that every operation has beside those it declares. */
const common: ReadonlyArray<RefusalTag> = [
  "InvalidCredential",
  "InvalidInput",
  "ManagementKeyRequired",
  "StorageFailure"
]

const issuesOf = Schema.decodeUnknownOption(Refusals.InvalidInput.fields.issues)

const restore = (operation: Operation, request: RequestedObject, failure: WireError) => {
  const metadata = failure.error.metadata ?? {}
  const reason = metadata["reason"]
  const outcome = reason === reasonOf("StorageFailure", "none") ? "none" : "unknown"
  const tag = [...operation.refuses, ...common].find(
    (tag) => failure instanceof errorClassOf(tag) && reasonOf(tag, outcome) === reason
  )
  const make = Option.liftThrowable((tag: RefusalTag) =>
    refusals[tag]({
      path: request.path ?? {},
      payload: request.payload ?? {},
      resource: operation.resource,
      issues: Option.getOrElse(issuesOf(metadata["issues"]), () => []),
      outcome,
      cause: failure
    })
  )
  return Option.flatMap(Option.fromNullable(tag), make)
}

/** Turns an error of the HTTP client into the refusal of the program, by status, reason and the request. */
export const toRefusal = (
  operation: Operation,
  request: RequestedObject,
  failure: unknown,
  head: AnswerHead | null = null
) => {
  // Any operation may answer 429, also one that does not list it.
  if (head?.status === 429) return new RateLimited({ retryAfter: head.retryAfter })
  const status = head?.status ?? null
  // Without an answer, the request itself was invalid and was not sent.
  if (status === null && ParseResult.isParseError(failure)) return Refusals.InvalidInput.fromParseError(failure)
  if (!isWireError(failure)) return RequestFailed.from(operation.id, failure, status)
  return Option.getOrElse(restore(operation, request, failure), () => RequestFailed.unlike(operation.id, failure))
}

/** The refusal for an id that no path can carry: not found, as in process. */
export const unnamed = ({ refuses, resource }: Operation, cause: Refusals.InvalidInput) => {
  const tag = refuses.find(isNotFound)
  return tag === undefined
    ? cause
    : refusals[tag]({ path: {}, payload: {}, resource, issues: [], outcome: "none", cause })
}
