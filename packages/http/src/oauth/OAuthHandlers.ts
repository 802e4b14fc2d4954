import { HttpApiBuilder } from "@effect/platform"
import { exchangeCode } from "@tollgate/core"
import { identity } from "effect"
import { answer } from "../answer.js"
import { TollgateApi } from "../TollgateApi.js"

export const layer = HttpApiBuilder.group(TollgateApi, "oauth", (handlers) =>
  handlers.handle("exchangeCode", ({ payload }) => exchangeCode(payload).pipe(answer(identity)))
)
