import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { refusal } from "../schema/refusal.js"
import type { AuditActor } from "../values/AuditActor.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { UserId } from "../values/UserId.js"

/** The authenticated caller: the holder of a key, or the host process acting for an organization. */
export interface Principal {
  readonly kind: AuditActor | "ordinary"
  readonly organizationId: OrganizationId
  /** The key's workspace; for the host, the organization's default one. */
  readonly workspaceId: WorkspaceId
  readonly userId: UserId
  /** Null for the host. */
  readonly keyHash: KeyHash | null
  /** Whether it may change nothing: the holder of a read-only management key. */
  readonly isReadOnly: boolean
}

/** A caller that may manage the account: the holder of a management key, or the host. */
export interface ManagingPrincipal extends Principal {
  readonly kind: AuditActor
}

/** The caller of a program that any key may run. */
export class Caller extends Context.Tag("@tollgate/core/Caller")<Caller, Principal>() {}

/**
 * The caller of a program that only a management key or the host may run. A program that changes something refuses one with a read-only
 * key (`ReadOnlyKey`).
 */
export class ManagementCaller extends Context.Tag("@tollgate/core/ManagementCaller")<
  ManagementCaller,
  ManagingPrincipal
>() {}

/** The operation requires a management key, and the caller has an ordinary one. */
export class ManagementKeyRequired extends refusal<ManagementKeyRequired>()("ManagementKeyRequired", {}) {}

/** Whether a principal may manage the account. */
export const isManaging = (principal: Principal): principal is ManagingPrincipal => principal.kind !== "ordinary"

/** Narrows a principal to a managing one. Fails with `ManagementKeyRequired` for an ordinary key. */
export const requireManagement = (principal: Principal): Effect.Effect<ManagingPrincipal, ManagementKeyRequired> =>
  isManaging(principal) ? Effect.succeed(principal) : Effect.fail(new ManagementKeyRequired())
