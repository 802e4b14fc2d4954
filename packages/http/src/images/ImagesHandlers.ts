import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { listImageModels } from "@tollgate/core"
import { answer } from "../answer.js"
import { TollgateApi } from "../TollgateApi.js"

export const layer = HttpApiBuilder.group(TollgateApi, "images", (handlers) =>
  handlers.handle("listImageModels", () => listImageModels().pipe(answer((data) => ({ data }))))
)
