import { HttpApiBuilder } from "@effect/platform"
import { listPresets } from "@tollgate/core"
import { identity } from "effect"
import { answer } from "../answer.js"
import { TollgateApi } from "../TollgateApi.js"

export const layer = HttpApiBuilder.group(TollgateApi, "presets", (handlers) =>
  handlers.handle("listPresets", ({ urlParams }) => listPresets(urlParams).pipe(answer(identity)))
)
