import * as Context from "effect/Context"
import type { OrganizationId } from "../values/Id.js"

/** A caller that spends for others: the host process, or the holder of a gateway key. */
export interface Gateway {
  /** The only organization that the caller spends for. Null means all organizations. */
  readonly organizationId: OrganizationId | null
}

/** The caller of a program that only the host or a gateway key may run. */
export class GatewayCaller extends Context.Tag("@tollgate/core/GatewayCaller")<GatewayCaller, Gateway>() {}
