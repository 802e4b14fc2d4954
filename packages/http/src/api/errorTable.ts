import { Refusals } from "@tollgate/core/models"
import { ownErrors, refusalErrors } from "./WireError.js"

/** The tag of a refusal, which is also the name of its class. */
export type RefusalTag = keyof typeof Refusals

/** A refusal by its tag. */
export type Refusal<T extends RefusalTag> = T extends RefusalTag ? InstanceType<(typeof Refusals)[T]> : never

/** The error response type of a refusal. */
export type WireErrorOf<T extends RefusalTag> = T extends RefusalTag
  ? InstanceType<
      T extends keyof typeof ownErrors ? (typeof ownErrors)[T] : (typeof refusalErrors)[(typeof Refusals)[T]["status"]]
    >
  : never

const hasOwn = (tag: RefusalTag): tag is keyof typeof ownErrors => tag in ownErrors

/** The error response class of a refusal. */
export const errorClassOf = (tag: RefusalTag) => (hasOwn(tag) ? ownErrors[tag] : refusalErrors[Refusals[tag].status])

/** Whether a refusal means that an object does not exist. */
export const isNotFound = (tag: RefusalTag) => Refusals[tag].status === 404

/** The error response of a refusal. */
export const wireErrorOf = <E extends Refusal<RefusalTag>>(refusal: E): WireErrorOf<E["_tag"]> =>
  // The class is that of the refusal's own status.
  errorClassOf(refusal._tag).because(refusal.reason, refusal.issues, refusal.details) as WireErrorOf<E["_tag"]>
