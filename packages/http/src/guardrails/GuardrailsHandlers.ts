import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { deleteGuardrail, unassignMembers } from "@tollgate/core"
import { identity } from "effect/Function"
import { answer } from "../answer.js"
import { hideKind } from "../refusals.js"
import { TollgateApi } from "../TollgateApi.js"

export const layer = HttpApiBuilder.group(TollgateApi, "guardrails", (handlers) =>
  handlers
    .handle("unassignMembers", ({ path, payload }) =>
      unassignMembers(path.id, payload).pipe(hideKind, answer(identity))
    )
    .handle("deleteGuardrail", ({ path }) => deleteGuardrail(path.id).pipe(hideKind, answer(identity)))
)
