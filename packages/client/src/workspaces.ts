import * as Core from "@tollgate/core/models"
import type { Page, Paged } from "./models/shared.js"
import type {
  AddedWorkspaceMembers,
  NewWorkspace,
  NewWorkspaceMembers,
  Workspace,
  WorkspaceMember,
  WorkspacePatch
} from "./models/workspaces.js"
import type { CallOptions, Transport } from "./Transport.js"

/** Workspaces and their members. An `id` is the UUID or the slug of a workspace. */
export interface Workspaces {
  /**
   * Returns one page of the organization's workspaces, newest first.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.workspaces.list()
   */
  list(page?: Page, options?: CallOptions): Promise<Paged<Workspace>>
  /**
   * Creates a workspace without members.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {SlugTaken} if the organization has a workspace with this slug.
   * @example
   * const { id } = await account.workspaces.create({ slug: "research", name: "Research" })
   */
  create(input: NewWorkspace, options?: CallOptions): Promise<Workspace>
  /**
   * Returns a workspace.
   *
   * @throws {WorkspaceNotFound} if the organization has no workspace with the id or slug.
   * @example
   * const { name } = await account.workspaces.get("default")
   */
  get(id: string, options?: CallOptions): Promise<Workspace>
  /**
   * Changes a workspace. Omitted fields keep their values; null clears a field.
   *
   * @throws {DefaultSlugFixed} if `slug` differs from that of the default workspace.
   * @throws {InvalidInput} if `patch` is invalid; its `issues` name each field.
   * @throws {SlugTaken} if the organization has another workspace with this slug.
   * @throws {WorkspaceNotFound} if the organization has no workspace with the id or slug.
   * @example
   * const { updated_at } = await account.workspaces.update("research", { description: null })
   */
  update(id: string, patch: WorkspacePatch, options?: CallOptions): Promise<Workspace>
  /**
   * Adds members of the organization to a workspace. Ids that are unknown, or in the workspace already, are ignored.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {WorkspaceNotFound} if the organization has no workspace with the id or slug.
   * @example
   * const { added_count } = await account.workspaces.addMembers("research", { user_ids: ["ada"] })
   */
  addMembers(id: string, input: NewWorkspaceMembers, options?: CallOptions): Promise<AddedWorkspaceMembers>
  /**
   * Returns one page of a workspace's members, oldest first.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @throws {WorkspaceNotFound} if the organization has no workspace with the id or slug.
   * @example
   * const { data } = await account.workspaces.listMembers("research")
   */
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
  update: (id, patch, options) =>
    call(
      Core.WorkspacePatch,
      patch,
      (payload) => client.workspaces.updateWorkspace({ path: { id }, payload }),
      Core.Workspace,
      options
    ),
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
