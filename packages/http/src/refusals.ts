import {
  type ByokNotFound,
  type CodeRefused,
  type GuardrailNotFound,
  InvalidCredential,
  type KeyNotFound,
  type LastManagementKey,
  ManagementKeyRequired,
  type StorageFailure,
  type WorkspaceNotFound
} from "@tollgate/core"
import * as Effect from "effect/Effect"
import { describe } from "./describe.js"
import { BadRequest, Forbidden, InternalError, NotFound, Unauthorized, type WireError } from "./WireError.js"

/** Which wire error each refusal of a program is. */
export interface WireErrors {
  readonly ByokNotFound: NotFound
  readonly CodeRefused: BadRequest
  readonly GuardrailNotFound: NotFound
  readonly InvalidCredential: Unauthorized
  readonly KeyNotFound: NotFound
  readonly LastManagementKey: BadRequest
  readonly ManagementKeyRequired: Forbidden
  readonly StorageFailure: InternalError
  readonly WorkspaceNotFound: NotFound
}

/** All that a program with an endpoint may refuse. */
export type Refusal =
  | ByokNotFound
  | CodeRefused
  | GuardrailNotFound
  | InvalidCredential
  | KeyNotFound
  | LastManagementKey
  | ManagementKeyRequired
  | StorageFailure
  | WorkspaceNotFound

export type WireOf<E> = E extends Refusal ? WireErrors[E["_tag"]] : never

function wire<E extends Refusal>(refusal: E): WireOf<E>
function wire(refusal: Refusal): WireError {
  switch (refusal._tag) {
    case "InvalidCredential":
      return Unauthorized.invalid()
    case "ManagementKeyRequired":
      return Forbidden.managementOnly()
    case "ByokNotFound":
    case "GuardrailNotFound":
    case "KeyNotFound":
    case "WorkspaceNotFound":
      return NotFound.named("not_found")
    case "LastManagementKey":
      return BadRequest.because("last_management_key", [
        { path: ["disabled"], expected: "false, because an organization keeps one enabled, unexpired management key" }
      ])
    case "CodeRefused":
      return BadRequest.because("code_refused", [
        {
          path: ["code"],
          expected: "an unused code of at most 10 minutes, with the method and verifier it was made for"
        }
      ])
    case "StorageFailure":
      return InternalError.now()
  }
}

/** Answers a program's refusals with wire errors; the endpoint's declared errors check that it may. */
export const toWire = <A, E extends Refusal, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, WireOf<E>, R> =>
  self.pipe(
    Effect.tapError((refusal) =>
      refusal._tag === "StorageFailure"
        ? Effect.logError("storage failed").pipe(Effect.annotateLogs("cause", describe(refusal.cause)))
        : Effect.void
    ),
    Effect.mapError((refusal) => wire(refusal))
  )

/** Where the contract lists no 403, a key of the wrong kind is an invalid credential. */
export const hideKind = <A, E, R>(self: Effect.Effect<A, E | ManagementKeyRequired, R>) =>
  Effect.mapError(self, (refusal) => (refusal instanceof ManagementKeyRequired ? new InvalidCredential() : refusal))
