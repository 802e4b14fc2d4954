import { InvalidInput } from "../../schema/InvalidInput.js"
import type { NewHold } from "../model/NewHold.js"

/** The input of an admission, with its models as a list. */
export interface HoldRequest extends NewHold {
  readonly models: NonNullable<NewHold["models"]>
}

/** The input with its models as a list, or why it is invalid: it must state either `model` or `models`. */
export const requestOf = (given: NewHold): HoldRequest | InvalidInput => {
  const { model, models } = given
  // Not copied if it has a list, as most: to copy so many fields takes longer than to judge the request.
  if (model === undefined && models !== undefined) return hasModels(given) ? given : { ...given, models }
  if (model !== undefined && models === undefined) return { ...given, models: [model] }
  return new InvalidInput({ issues: [{ path: ["models"], expected: "either model or models" }] })
}

const hasModels = (given: NewHold): given is HoldRequest => given.models !== undefined
