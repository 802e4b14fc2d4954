import type {
  AddedWorkspaceMembers,
  Deleted,
  NewPooledBudget,
  NewWorkspace,
  NewWorkspaceMembers,
  Page,
  Paged,
  PooledBudget,
  RemovedWorkspaceMembers,
  Workspace,
  WorkspaceMember,
  WorkspacePatch,
  WorkspaceUsers
} from "#models"
import { methodsOf } from "./methodsOf.js"
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
   * Deletes a workspace with its credentials, guardrails, presets, budgets, and disabled or expired keys. What it has cost stays in
   * reports.
   *
   * @throws {DefaultWorkspaceFixed} for the default workspace.
   * @throws {HoldsOpen} if a hold of the workspace is open, or its outcome is unknown.
   * @throws {WorkspaceHasKeys} if a key of the workspace is enabled and has not expired.
   * @throws {WorkspaceNotFound} if the organization has no workspace with the id or slug.
   * @example
   * await account.workspaces.delete("research")
   */
  delete(id: string, options?: CallOptions): Promise<Deleted>
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
   * Removes users from a workspace and from its guardrails. Their keys in the workspace cannot spend until they are members
   * again. Ids of users who are no members are ignored.
   *
   * @throws {DefaultWorkspaceFixed} for the default workspace.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {WorkspaceNotFound} if the organization has no workspace with the id or slug.
   * @example
   * const { removed_count } = await account.workspaces.removeMembers("research", { user_ids: ["ada"] })
   */
  removeMembers(id: string, input: WorkspaceUsers, options?: CallOptions): Promise<RemovedWorkspaceMembers>
  /**
   * Returns one page of a workspace's members, oldest first.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @throws {WorkspaceNotFound} if the organization has no workspace with the id or slug.
   * @example
   * const { data } = await account.workspaces.listMembers("research")
   */
  listMembers(id: string, page?: Page, options?: CallOptions): Promise<Paged<WorkspaceMember>>
  /**
   * Returns the budgets of a workspace, from the shortest interval to the longest. A budget limits what all keys of the workspace
   * spend together. Amounts are in USD.
   *
   * @throws {WorkspaceNotFound} if the organization has no workspace with the id or slug.
   * @example
   * const budgets = await account.workspaces.listBudgets("research")
   */
  listBudgets(id: string, options?: CallOptions): Promise<ReadonlyArray<PooledBudget>>
  /**
   * Sets what all keys of a workspace may spend together in an interval, in USD. What they have spent in the current interval
   * counts. It acts on the next admission, in every process.
   *
   * @throws {BudgetOutOfOrder} if the limit is not above those of the shorter intervals and below those of the longer ones.
   * @throws {InvalidInput} if `interval` or `input` is invalid; its `issues` name each field.
   * @throws {WorkspaceNotFound} if the organization has no workspace with the id or slug.
   * @example
   * const { remaining_usd } = await account.workspaces.setBudget("research", "monthly", { limit_usd: 100 })
   */
  setBudget(
    id: string,
    interval: PooledBudget["interval"],
    input: NewPooledBudget,
    options?: CallOptions
  ): Promise<PooledBudget>
  /**
   * Removes the budget of a workspace for an interval.
   *
   * @throws {BudgetNotFound} if the workspace has no budget for the interval.
   * @throws {WorkspaceNotFound} if the organization has no workspace with the id or slug.
   * @example
   * await account.workspaces.deleteBudget("research", "monthly")
   */
  deleteBudget(id: string, interval: PooledBudget["interval"], options?: CallOptions): Promise<Deleted>
}

export const workspaces = (transport: Transport): Workspaces => {
  const { mayTake, reads, takes } = methodsOf(transport)
  return {
    list: mayTake("listWorkspaces"),
    create: takes("createWorkspace"),
    get: reads("getWorkspace"),
    update: takes("updateWorkspace"),
    delete: reads("deleteWorkspace"),
    addMembers: takes("addWorkspaceMembers"),
    removeMembers: takes("removeWorkspaceMembers"),
    listMembers: mayTake("listWorkspaceMembers"),
    listBudgets: reads("listWorkspaceBudgets"),
    setBudget: takes("setWorkspaceBudget"),
    deleteBudget: reads("deleteWorkspaceBudget")
  }
}
