import {
  AddMembers,
  addWorkspaceMembers,
  createWorkspace,
  listWorkspaceMembers,
  NewWorkspace,
  Page,
  Workspace,
  WorkspaceMember
} from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type CallOptions, type Run, read } from "./Run.js"

const readNew = read(NewWorkspace)
const readMembers = read(AddMembers)
const readPage = read(Page)

/** Workspaces and their members. A workspace goes by its UUID or its slug. */
export const workspaces = (run: Run) => ({
  create: (input: typeof NewWorkspace.Encoded, options?: CallOptions) =>
    run(Effect.flatMap(readNew(input), createWorkspace), Workspace, options),
  /** Adds users of the organization; unknown ids and members already are skipped. */
  addMembers: (id: string, input: typeof AddMembers.Encoded, options?: CallOptions) =>
    run(
      Effect.flatMap(readMembers(input), (members) => addWorkspaceMembers(id, members)),
      Schema.Struct({ added_count: Schema.Int, data: Schema.Array(WorkspaceMember) }),
      options
    ),
  /** One page of members, oldest first. */
  listMembers: (id: string, page: typeof Page.Encoded = {}, options?: CallOptions) =>
    run(
      Effect.flatMap(readPage(page), (page) => listWorkspaceMembers(id, page)),
      Schema.Struct({ data: Schema.Array(WorkspaceMember), total_count: Schema.Int }),
      options
    )
})
