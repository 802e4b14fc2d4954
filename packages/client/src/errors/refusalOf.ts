import * as refusals from "#refusals"
import type { RefusalClass } from "./refusal.js"

/** The class of a refusal, as the client uses it: the declarations show hosts less. */
export const refusalOf = (tag: string): RefusalClass | undefined =>
  Object.hasOwn(refusals, tag) ? (Reflect.get(refusals, tag) as RefusalClass) : undefined
