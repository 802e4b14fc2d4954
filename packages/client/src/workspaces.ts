import * as Core from "@tollgate/core/models"
import type { Schema } from "effect/Schema"
import type { Page, Paged } from "./Page.js"
import type { CallOptions, Transport } from "./Transport.js"

/** A workspace of an organization. */
export interface Workspace extends Schema.Encoded<typeof Core.Workspace> {}
/** What a new workspace is made of. */
export interface NewWorkspace extends Schema.Encoded<typeof Core.NewWorkspace> {}
/** A user in a workspace; the role is the one that the user has in the organization. */
export interface WorkspaceMember extends Schema.Encoded<typeof Core.WorkspaceMember> {}
/** The users to add: 1 to 100. */
export interface NewWorkspaceMembers extends Schema.Encoded<typeof Core.NewWorkspaceMembers> {}
/** The members that were added. */
export interface AddedWorkspaceMembers extends Schema.Encoded<typeof Core.AddedWorkspaceMembers> {}

/** Workspaces and their members. A workspace goes by its UUID or its slug. */
export interface Workspaces {
  /** One page of the organization's workspaces, newest first. */
  list(page?: Page, options?: CallOptions): Promise<Paged<Workspace>>
  /** Creates a workspace, with nobody in it. Rejects with `SlugTaken`. */
  create(input: NewWorkspace, options?: CallOptions): Promise<Workspace>
  /** Reads a workspace. Rejects with `WorkspaceNotFound`. */
  get(id: string, options?: CallOptions): Promise<Workspace>
  /** Adds users of the organization; unknown ids and members already are skipped. Rejects with `WorkspaceNotFound`. */
  addMembers(id: string, input: NewWorkspaceMembers, options?: CallOptions): Promise<AddedWorkspaceMembers>
  /** One page of members, oldest first. Rejects with `WorkspaceNotFound`. */
  listMembers(id: string, page?: Page, options?: CallOptions): Promise<Paged<WorkspaceMember>>
}

const PagedWorkspaces = Core.Paged(Core.Workspace)
const PagedMembers = Core.Paged(Core.WorkspaceMember)

export const workspaces = <R>({ answer, call, client }: Transport<R>): Workspaces => ({
  list: (page = {}, options) =>
    call(Core.Page, page, (urlParams) => client.workspaces.listWorkspaces({ urlParams }), PagedWorkspaces, options),
  create: (input, options) =>
    call(
      Core.NewWorkspace,
      input,
      (payload) => client.workspaces.createWorkspace({ payload }),
      Core.Workspace,
      options
    ),
  get: (id, options) => answer(client.workspaces.getWorkspace({ path: { id } }), Core.Workspace, options),
  addMembers: (id, input, options) =>
    call(
      Core.NewWorkspaceMembers,
      input,
      (payload) => client.workspaces.addWorkspaceMembers({ path: { id }, payload }),
      Core.AddedWorkspaceMembers,
      options
    ),
  listMembers: (id, page = {}, options) =>
    call(
      Core.Page,
      page,
      (urlParams) => client.workspaces.listWorkspaceMembers({ path: { id }, urlParams }),
      PagedMembers,
      options
    )
})
