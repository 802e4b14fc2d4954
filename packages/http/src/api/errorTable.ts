import type { InputIssue, Refusals } from "@tollgate/core/models"
import {
  BadRequest,
  Forbidden,
  InternalError,
  NotFound,
  Unauthorized,
  type WireError,
  type WireErrorClass
} from "./WireError.js"

/** The tag of a refusal, which is also the name of its class. */
export type RefusalTag = keyof typeof Refusals

/** A refusal by its tag. */
export type Refusal<T extends RefusalTag> = T extends RefusalTag ? InstanceType<(typeof Refusals)[T]> : never

type NotFoundTag = Extract<RefusalTag, `${string}NotFound`>

/** Whether a refusal means that an object does not exist (404). */
export const isNotFound = (tag: RefusalTag): tag is NotFoundTag => tag.endsWith("NotFound")

/** What a failure of storage has changed. */
export type StorageOutcome = Refusals.StorageFailure["outcome"]

/** `error.metadata.reason` of a storage failure, by its outcome. */
const storageReasons: Readonly<Record<StorageOutcome, string>> = {
  none: "storage_unavailable",
  unknown: "storage_unknown"
}

interface Row<Class extends WireErrorClass> {
  /** The error response of the refusal. */
  readonly error: Class
  /** `error.metadata.reason`. */
  readonly reason: string
  /** Creates the response from the reason and the problems of the input, if known. */
  readonly wire: (reason: string, issues: ReadonlyArray<InputIssue>) => InstanceType<Class>
}

/** `…NotFound` refusals are 404, and no others. */
type Rows = {
  readonly [T in RefusalTag]: T extends NotFoundTag
    ? Row<typeof NotFound>
    : Row<Exclude<WireErrorClass, typeof NotFound>>
}

const notFound = { error: NotFound, reason: "not_found", wire: (reason: string) => NotFound.because(reason) }

const badRequest = (reason: string, field: string, expected: string) => {
  const issues: ReadonlyArray<InputIssue> = [{ path: [field], expected }]
  return { error: BadRequest, reason, wire: () => BadRequest.because(reason, issues) }
}

/** A refusal with `issues` of its own. */
const withOwnIssues = (reason: string) => ({
  error: BadRequest,
  reason,
  wire: (reason: string, issues: ReadonlyArray<InputIssue>) => BadRequest.because(reason, issues)
})

/** The error response of each refusal. */
const table = {
  AlreadyMember: badRequest("already_member", "user_id", "a user who is not a member of the organization"),
  ByokNotFound: notFound,
  ChallengeRefused: withOwnIssues("challenge_refused"),
  CodeRefused: badRequest(
    "code_refused",
    "code",
    "an unused authorization code of at most 10 minutes, with its challenge method and verifier"
  ),
  ExpiryInThePast: badRequest("expiry_in_the_past", "expires_at", "a time in the future, or null"),
  GuardrailNotFound: notFound,
  IntervalRequired: badRequest(
    "interval_required",
    "reset_interval",
    "daily, weekly or monthly, because limit_usd is set"
  ),
  InvalidCredential: { error: Unauthorized, reason: "invalid_credential", wire: () => Unauthorized.invalid() },
  InvalidInput: withOwnIssues("invalid_input"),
  KeyNotFound: notFound,
  LastManagementKey: withOwnIssues("last_management_key"),
  ManagementKeyRequired: {
    error: Forbidden,
    reason: "management_key_required",
    wire: () => Forbidden.managementOnly()
  },
  OrganizationNotFound: notFound,
  PresetNotFound: notFound,
  SlugTaken: withOwnIssues("slug_taken"),
  StorageFailure: {
    error: InternalError,
    reason: storageReasons.unknown,
    wire: (reason: string) => InternalError.because(reason)
  },
  UserNotInOrganization: withOwnIssues("user_not_in_organization"),
  WorkspaceNotFound: notFound
} satisfies Rows

/** The error response type of a refusal. */
export type WireErrorOf<T extends RefusalTag> = T extends RefusalTag ? InstanceType<(typeof table)[T]["error"]> : never

/** The error response class of a refusal. */
export const errorClassOf = (tag: RefusalTag): WireErrorClass => table[tag].error

/** `error.metadata.reason` of a refusal. Only that of a storage failure depends on the outcome. */
export const reasonOf = (tag: RefusalTag, outcome: StorageOutcome = "unknown"): string =>
  tag === "StorageFailure" ? storageReasons[outcome] : table[tag].reason

const rows: { readonly [T in RefusalTag]: Row<WireErrorClass> } = table

/** The error response of a refusal, with the problems of the input and the outcome of a storage failure. */
export const wireErrorOf = (
  tag: RefusalTag,
  issues: ReadonlyArray<InputIssue> = [],
  outcome: StorageOutcome = "unknown"
): WireError => rows[tag].wire(reasonOf(tag, outcome), issues)
