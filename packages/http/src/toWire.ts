import { type InputIssue, Refusals } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { logStorageFailure } from "./logStorageFailure.js"
import { BadRequest, Forbidden, InternalError, NotFound, Unauthorized } from "./WireError.js"

/** The tag of a refusal, which is its class's name too. */
export type Tag = keyof typeof Refusals

/** A refusal by its tag. */
export type Refusal<T extends Tag> = T extends Tag ? InstanceType<(typeof Refusals)[T]> : never

/** Which wire error a refusal is. */
export type WireErrorOf<T extends Tag> = T extends `${string}NotFound`
  ? NotFound
  : T extends "InvalidCredential"
    ? Unauthorized
    : T extends "ManagementKeyRequired"
      ? Forbidden
      : T extends "StorageFailure"
        ? InternalError
        : BadRequest

type NotFoundTag = Extract<Tag, `${string}NotFound`>

/** Whether a refusal says that something is not there, which is 404. */
export const isNotFound = (tag: Tag): tag is NotFoundTag => tag.endsWith("NotFound")

interface Row<T extends Tag> {
  /** The stable word of `error.metadata.reason`. */
  readonly reason: string
  readonly wire: (reason: string, refusal: Refusal<T>) => WireErrorOf<T>
}

const notFound = { reason: "not_found", wire: (reason: string) => NotFound.because(reason) }

const badRequest = (reason: string, field: string, expected: string) => {
  const issues: ReadonlyArray<InputIssue> = [{ path: [field], expected }]
  return { reason, wire: () => BadRequest.because(reason, issues) }
}

/** What each refusal reads on the wire. */
const table: { readonly [T in Tag]: Row<T> } = {
  AlreadyMember: badRequest("already_member", "user_id", "a user who is no member yet"),
  ByokNotFound: notFound,
  ChallengeRefused: badRequest("challenge_refused", "code_challenge", "a challenge with a method that is accepted"),
  CodeRefused: badRequest(
    "code_refused",
    "code",
    "an unused code of at most 10 minutes, with the method and verifier it was made for"
  ),
  ExpiryInThePast: badRequest("expiry_in_the_past", "expires_at", "a time in the future, or null"),
  GuardrailNotFound: notFound,
  IntervalRequired: badRequest("interval_required", "reset_interval", "daily, weekly or monthly, as there is a limit"),
  InvalidCredential: { reason: "invalid_credential", wire: () => Unauthorized.invalid() },
  InvalidInput: { reason: "invalid_input", wire: (reason, { issues }) => BadRequest.because(reason, issues) },
  KeyNotFound: notFound,
  LastManagementKey: badRequest(
    "last_management_key",
    "disabled",
    "false, because an organization keeps one enabled, unexpired management key"
  ),
  ManagementKeyRequired: { reason: "management_key_required", wire: () => Forbidden.managementOnly() },
  OrganizationNotFound: notFound,
  SlugTaken: badRequest("slug_taken", "slug", "one that no other of the organization's has"),
  StorageFailure: { reason: "internal_error", wire: () => InternalError.now() },
  WorkspaceNotFound: notFound
}

/** The word by which a caller knows a refusal. */
export const reasonOf = (tag: Tag): string => table[tag].reason

const wireOf = <T extends Tag>(tag: T, refusal: Refusal<T>): WireErrorOf<T> => {
  const row: Row<T> = table[tag]
  return row.wire(row.reason, refusal)
}

/** Answers a program's refusals with wire errors, and logs what storage said. */
export const toWire = <A, E extends Refusal<Tag>, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, WireErrorOf<E["_tag"]>, R> =>
  self.pipe(
    Effect.tapError((refusal) =>
      refusal instanceof Refusals.StorageFailure ? logStorageFailure(refusal) : Effect.void
    ),
    // Of the union of all tags the compiler forgets which of them this program's are.
    Effect.mapError((refusal) => wireOf<Tag>(refusal._tag, refusal) as WireErrorOf<E["_tag"]>)
  )
