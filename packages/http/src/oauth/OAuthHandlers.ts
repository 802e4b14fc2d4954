import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { exchangeCode } from "@tollgate/core"
import { identity } from "effect/Function"
import { answer } from "../answer.js"
import { TollgateApi } from "../TollgateApi.js"

export const layer = HttpApiBuilder.group(TollgateApi, "oauth", (handlers) =>
  handlers.handle("exchangeCode", ({ payload }) => exchangeCode(payload).pipe(answer(identity)))
)
