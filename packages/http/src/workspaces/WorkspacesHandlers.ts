import { HttpApiBuilder } from "@effect/platform"
import { listWorkspaceMembers } from "@tollgate/core"
import { identity } from "effect"
import { answer } from "../answer.js"
import { TollgateApi } from "../TollgateApi.js"

export const layer = HttpApiBuilder.group(TollgateApi, "workspaces", (handlers) =>
  handlers.handle("listWorkspaceMembers", ({ path, urlParams }) =>
    listWorkspaceMembers(path.id, urlParams).pipe(answer(identity))
  )
)
