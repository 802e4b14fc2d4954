import * as Context from "effect/Context"

/** Whether an operation that is no GET changes nothing of the account. Its answer is of the moment, so that it is not repeated. */
export class ChangesNothing extends Context.Reference<ChangesNothing>()("@tollgate/http/ChangesNothing", {
  defaultValue: () => false
}) {}
