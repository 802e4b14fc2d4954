import { Refusals } from "@tollgate/core/models"
import { refusalErrors } from "./WireError.js"

/** The tag of a refusal, which is also the name of its class. */
export type RefusalTag = keyof typeof Refusals

/** A refusal by its tag. */
export type Refusal<T extends RefusalTag> = T extends RefusalTag ? InstanceType<(typeof Refusals)[T]> : never

/** The error response type of a refusal. */
export type WireErrorOf<T extends RefusalTag> = T extends RefusalTag
  ? InstanceType<(typeof refusalErrors)[(typeof Refusals)[T]["status"]]>
  : never

/** The error response class of a refusal. */
export const errorClassOf = (tag: RefusalTag) => refusalErrors[Refusals[tag].status]

/** Whether a refusal means that an object does not exist. */
export const isNotFound = (tag: RefusalTag) => Refusals[tag].status === 404

/** The error response of a refusal. */
export const wireErrorOf = <E extends Refusal<RefusalTag>>(refusal: E): WireErrorOf<E["_tag"]> =>
  // The class is that of the refusal's own status.
  errorClassOf(refusal._tag).because(refusal.reason, refusal.issues) as WireErrorOf<E["_tag"]>
