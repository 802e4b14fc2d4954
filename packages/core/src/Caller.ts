import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { OrganizationId, WorkspaceId } from "./Id.js"
import type { KeyHash } from "./keys/KeyHash.js"
import type { UserId } from "./Text.js"

/** Who asks: a key that was presented, or the host process itself acting for an organization. */
export class Caller extends Context.Tag("@tollgate/core/Caller")<
  Caller,
  {
    readonly kind: "management" | "ordinary" | "host"
    readonly organizationId: OrganizationId
    /** The key's workspace; for the host, the organization's default one. */
    readonly workspaceId: WorkspaceId
    readonly userId: UserId
    readonly keyHash: KeyHash | null
  }
>() {}

/** The operation manages the account, and an ordinary key only spends. */
export class ManagementKeyRequired extends Data.TaggedError("ManagementKeyRequired") {
  override get message(): string {
    return "Only management keys can perform this operation."
  }
}

/** The caller, if it may manage the account. */
export const manager = Effect.filterOrFail(
  Caller,
  (caller) => caller.kind !== "ordinary",
  () => new ManagementKeyRequired()
)
