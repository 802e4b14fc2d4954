import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { updateKey } from "@tollgate/core"
import { answer } from "../answer.js"
import { hideKind } from "../refusals.js"
import { TollgateApi } from "../TollgateApi.js"

export const layer = HttpApiBuilder.group(TollgateApi, "keys", (handlers) =>
  handlers.handle("updateKey", ({ path, payload }) =>
    updateKey(path.hash, payload).pipe(
      hideKind,
      answer((data) => ({ data }))
    )
  )
)
