import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { getByokKey } from "@tollgate/core"
import { answer } from "../answer.js"
import { hideKind } from "../refusals.js"
import { TollgateApi } from "../TollgateApi.js"

export const layer = HttpApiBuilder.group(TollgateApi, "byok", (handlers) =>
  handlers.handle("getByokKey", ({ path }) =>
    getByokKey(path.id).pipe(
      hideKind,
      answer((data) => ({ data }))
    )
  )
)
