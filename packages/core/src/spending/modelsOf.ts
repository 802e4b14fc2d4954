import * as Effect from "effect/Effect"
import { InvalidInput } from "../schema/InvalidInput.js"
import type { NewHold } from "./NewHold.js"

/** The input of an admission, with its models as a list. */
export interface HoldRequest extends NewHold {
  readonly models: NonNullable<NewHold["models"]>
}

/** The models of a request, which states either one or a list. Fails with `InvalidInput`. */
export const modelsOf = ({ model, models }: NewHold): Effect.Effect<HoldRequest["models"], InvalidInput> => {
  if (model !== undefined && models === undefined) return Effect.succeed([model])
  if (model === undefined && models !== undefined) return Effect.succeed(models)
  return Effect.fail(new InvalidInput({ issues: [{ path: ["models"], expected: "either model or models" }] }))
}
