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

/** The tag of a refusal, which is its class's name too. */
export type RefusalTag = keyof typeof Refusals

/** A refusal by its tag. */
export type Refusal<T extends RefusalTag> = T extends RefusalTag ? InstanceType<(typeof Refusals)[T]> : never

type NotFoundTag = Extract<RefusalTag, `${string}NotFound`>

/** Whether a refusal says that something is not there, which is 404. */
export const isNotFound = (tag: RefusalTag): tag is NotFoundTag => tag.endsWith("NotFound")

interface Row<Class extends WireErrorClass> {
  /** The wire error that it is. */
  readonly error: Class
  /** The stable word of `error.metadata.reason`. */
  readonly reason: string
  /** Of the refusal it needs only what to change, where that is known. */
  readonly wire: (reason: string, issues: ReadonlyArray<InputIssue>) => InstanceType<Class>
}

/** What is not there is 404, and nothing else is. */
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

/** A refusal that says itself what to change. */
const withOwnIssues = (reason: string) => ({
  error: BadRequest,
  reason,
  wire: (reason: string, issues: ReadonlyArray<InputIssue>) => BadRequest.because(reason, issues)
})

/** What each refusal reads on the wire. */
const table = {
  AlreadyMember: badRequest("already_member", "user_id", "a user who is no member yet"),
  ByokNotFound: notFound,
  ChallengeRefused: withOwnIssues("challenge_refused"),
  CodeRefused: badRequest(
    "code_refused",
    "code",
    "an unused code of at most 10 minutes, with the method and verifier it was made for"
  ),
  ExpiryInThePast: badRequest("expiry_in_the_past", "expires_at", "a time in the future, or null"),
  GuardrailNotFound: notFound,
  IntervalRequired: badRequest("interval_required", "reset_interval", "daily, weekly or monthly, as there is a limit"),
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
  SlugTaken: badRequest("slug_taken", "slug", "one that no other of the organization's has"),
  StorageFailure: { error: InternalError, reason: "internal_error", wire: () => InternalError.now() },
  UserNotInOrganization: withOwnIssues("user_not_in_organization"),
  WorkspaceNotFound: notFound
} satisfies Rows

/** Which wire error a refusal is. */
export type WireErrorOf<T extends RefusalTag> = T extends RefusalTag ? InstanceType<(typeof table)[T]["error"]> : never

/** The class of the wire error that a refusal is. */
export const errorClassOf = (tag: RefusalTag): WireErrorClass => table[tag].error

/** The word by which a caller knows a refusal. */
export const reasonOf = (tag: RefusalTag): string => table[tag].reason

const rows: { readonly [T in RefusalTag]: Row<WireErrorClass> } = table

/** What a refusal reads on the wire, and what to change where it says so. */
export const wireErrorOf = (tag: RefusalTag, issues: ReadonlyArray<InputIssue> = []): WireError =>
  rows[tag].wire(rows[tag].reason, issues)
