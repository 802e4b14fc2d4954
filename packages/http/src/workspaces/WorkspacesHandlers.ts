import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { listWorkspaceMembers } from "@tollgate/core"
import { identity } from "effect/Function"
import { answer } from "../answer.js"
import { TollgateApi } from "../TollgateApi.js"

export const layer = HttpApiBuilder.group(TollgateApi, "workspaces", (handlers) =>
  handlers.handle("listWorkspaceMembers", ({ path, urlParams }) =>
    listWorkspaceMembers(path.id, urlParams).pipe(answer(identity))
  )
)
