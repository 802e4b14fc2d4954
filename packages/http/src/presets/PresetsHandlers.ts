import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { listPresets } from "@tollgate/core"
import { identity } from "effect/Function"
import { answer } from "../answer.js"
import { TollgateApi } from "../TollgateApi.js"

export const layer = HttpApiBuilder.group(TollgateApi, "presets", (handlers) =>
  handlers.handle("listPresets", ({ urlParams }) => listPresets(urlParams).pipe(answer(identity)))
)
