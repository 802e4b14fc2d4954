import { expect } from "vitest"
import { IMAGE_MODEL, MEMBER, PRESET } from "./account.js"
import { aGuardrail, aPreset, aVersion, aWorkspace, TIME, UUID } from "./records.js"
import type { Walk } from "./Walk.js"

const deleted = { deleted: true }

/** Fields of a workspace that ask for nothing: the newest client sends them with each. */
const nothing = {
  defaultImageModel: null,
  defaultProviderSort: null,
  defaultTextModel: null,
  ioLoggingApiKeyIds: null,
  ioLoggingSamplingRate: 1,
  isDataDiscountLoggingEnabled: false,
  isObservabilityBroadcastEnabled: false,
  isObservabilityIoLoggingEnabled: false
}

/** The budgets of a workspace, by its id and by its slug. */
const walkBudgets = async (walk: Walk, id: string, slug: string) => {
  // The versions name the workspace of a budget by different fields.
  const [byId, bySlug] = [id, slug].map((ref) => ({ id: ref, workspaceRef: ref })) as [Ref, Ref]
  const budget = (resetInterval: string | null, limitUsd: number) => ({
    id: `${id}:${resetInterval ?? "lifetime"}`,
    workspaceId: id,
    resetInterval,
    limitUsd,
    createdAt: "1970-01-01T00:00:00.000Z",
    updatedAt: "1970-01-01T00:00:00.000Z"
  })
  const set = (ref: Ref, interval: "monthly" | "lifetime", limitUsd: number) =>
    walk.call(
      "workspaces.setBudget",
      ({ workspaces }) =>
        workspaces.setBudget({
          ...ref,
          interval,
          upsertWorkspaceBudgetRequest: { limitUsd, ...walk.own(walk.newer({ includeByokInBudgets: false })) }
        }),
      { data: budget(interval === "lifetime" ? null : interval, limitUsd) }
    )
  await set(byId, "monthly", 5)
  await set(bySlug, "lifetime", 50)
  const both = { data: [budget("monthly", 5), budget(null, 50)] }
  await walk.call("workspaces.listBudgets", ({ workspaces }) => workspaces.listBudgets(byId), both)
  await walk.call("workspaces.listBudgets", ({ workspaces }) => workspaces.listBudgets(bySlug), both)
  if (walk.isNewest) {
    await walk.call(
      "workspaces.getBudget",
      ({ workspaces }) => workspaces.getBudget({ workspaceRef: slug, interval: "lifetime" }),
      { data: budget(null, 50) }
    )
  }
  const remove = (ref: Ref, interval: "monthly" | "lifetime") =>
    walk.call("workspaces.deleteBudget", ({ workspaces }) => workspaces.deleteBudget({ ...ref, interval }), deleted)
  await remove(bySlug, "monthly")
  await walk.call("workspaces.listBudgets", ({ workspaces }) => workspaces.listBudgets(byId), {
    data: [budget(null, 50)]
  })
  await remove(byId, "lifetime")
}

interface Ref {
  readonly id: string
  readonly workspaceRef: string
}

/** Workspaces, with their members and budgets. */
export const walkWorkspaces = async (walk: Walk) => {
  const own = walk.own({ ...nothing, ...walk.newer({ disabledServerTools: [] }) })
  const research = { name: "Research", slug: "research" }
  const { data } = await walk.call(
    "workspaces.create",
    ({ workspaces }) => workspaces.create({ createWorkspaceRequest: { ...research, ...own } }),
    { data: aWorkspace(walk, research) }
  )
  const { id } = data
  const usual = aWorkspace(walk, { name: expect.any(String), slug: "default" })
  await walk.call("workspaces.get", ({ workspaces }) => workspaces.get({ id: "research" }), {
    data: aWorkspace(walk, { ...research, id })
  })
  await walk.call(
    "workspaces.update",
    ({ workspaces }) => workspaces.update({ id, updateWorkspaceRequest: { ...own, description: "Models under test" } }),
    { data: aWorkspace(walk, { ...research, id, description: "Models under test", updatedAt: TIME }) }
  )
  await walk.call(
    "workspaces.update",
    ({ workspaces }) => workspaces.update({ id, updateWorkspaceRequest: { description: null } }),
    { data: aWorkspace(walk, { ...research, id, updatedAt: TIME }) }
  )
  await walk.list("workspaces.list", ({ workspaces }) => workspaces.list({ limit: 1 }), [
    aWorkspace(walk, { ...research, id, updatedAt: TIME }),
    usual
  ])
  const member = { id: UUID, userId: MEMBER, workspaceId: id, role: "member", createdAt: TIME }
  await walk.call(
    "workspaces.bulkAddMembers",
    ({ workspaces }) =>
      workspaces.bulkAddMembers({ id, bulkAddWorkspaceMembersRequest: { userIds: [MEMBER, "nobody"] } }),
    { addedCount: 1, data: [member] }
  )
  await walk.list("workspaces.listMembers", ({ workspaces }) => workspaces.listMembers({ id, limit: 1 }), [member])
  await walkBudgets(walk, id, "research")
  await walk.call(
    "workspaces.bulkRemoveMembers",
    ({ workspaces }) => workspaces.bulkRemoveMembers({ id, bulkRemoveWorkspaceMembersRequest: { userIds: [MEMBER] } }),
    { removedCount: 1 }
  )
  await walk.list("workspaces.listMembers", ({ workspaces }) => workspaces.listMembers({ id }), [])
  await walk.call("workspaces.delete", ({ workspaces }) => workspaces.delete({ id }), deleted)
  await walk.list("workspaces.list", ({ workspaces }) => workspaces.list(), [usual])
  await walk.list("organization.listMembers", ({ organization }) => organization.listMembers({ limit: 1 }), [
    { id: MEMBER, role: "org:member", email: "", firstName: null, lastName: null },
    { id: "owner", role: "org:admin", email: "", firstName: null, lastName: null }
  ])
}

/** Guardrails and their assignments. The member's id is the one that the client has listed. */
export const walkGuardrails = async (walk: Walk) => {
  const { newer } = walk
  const terms = { name: "Small", limitUsd: 5, resetInterval: "monthly" as const, allowedModels: ["acme/writer"] }
  const own = walk.own({ contentFilters: null, contentFilterBuiltins: [], ...newer({ allowedDataRegions: null }) })
  const { data } = await walk.call(
    "guardrails.create",
    ({ guardrails }) =>
      guardrails.create({
        createGuardrailRequest: { ...terms, ...own, ...newer({ includeByokInBudgets: true }) }
      }),
    { data: aGuardrail(walk, { ...terms, ...newer({ includeByokInBudgets: true }) }) }
  )
  const { id } = data
  const made = { ...terms, id, ...newer({ includeByokInBudgets: true }) }
  await walk.call("guardrails.get", ({ guardrails }) => guardrails.get({ id }), { data: aGuardrail(walk, made) })
  const changed = {
    ...made,
    limitUsd: null,
    resetInterval: null,
    allowedModels: null,
    description: "None",
    updatedAt: TIME
  }
  await walk.call(
    "guardrails.update",
    ({ guardrails }) =>
      guardrails.update({
        id,
        updateGuardrailRequest: {
          limitUsd: null,
          resetInterval: null,
          allowedModels: null,
          description: "None",
          ...walk.own({ contentFilters: [] })
        }
      }),
    { data: aGuardrail(walk, changed) }
  )
  const other = await walk.call(
    "guardrails.create",
    ({ guardrails }) => guardrails.create({ createGuardrailRequest: { name: "Other" } }),
    {
      data: aGuardrail(walk, { name: "Other" })
    }
  )
  await walk.list("guardrails.list", ({ guardrails }) => guardrails.list({ limit: 1, offset: null }), [
    aGuardrail(walk, { name: "Other" }),
    aGuardrail(walk, changed)
  ])
  await walkAssignments(walk, id)
  await walk.call("guardrails.delete", ({ guardrails }) => guardrails.delete({ id: other.data.id }), deleted)
  await walk.list("guardrails.list", ({ guardrails }) => guardrails.list(), [aGuardrail(walk, changed)])
}

const walkAssignments = async (walk: Walk, id: string) => {
  const { body } = await walk.account.ask("POST", "/keys", { name: "Guarded" })
  const { hash, label } = body.data
  const bulkKeys = { keyHashes: [hash, "0".repeat(64)] }
  const bulkMembers = { memberUserIds: [MEMBER, "nobody"] }
  await walk.call(
    "guardrails.bulkAssignKeys",
    ({ guardrails }) => guardrails.bulkAssignKeys({ id, bulkAssignKeysRequest: bulkKeys }),
    { assignedCount: 1 }
  )
  await walk.call(
    "guardrails.bulkAssignMembers",
    ({ guardrails }) => guardrails.bulkAssignMembers({ id, bulkAssignMembersRequest: bulkMembers }),
    { assignedCount: 1 }
  )
  const assigned = { id: UUID, guardrailId: id, assignedBy: "owner", createdAt: TIME }
  const keys = [{ ...assigned, keyHash: hash, keyName: "Guarded", keyLabel: label }]
  const members = [{ ...assigned, userId: MEMBER, organizationId: UUID }]
  await walk.list(
    "guardrails.listGuardrailKeyAssignments",
    ({ guardrails }) => guardrails.listGuardrailKeyAssignments({ id, limit: 1 }),
    keys
  )
  await walk.list(
    "guardrails.listGuardrailMemberAssignments",
    ({ guardrails }) => guardrails.listGuardrailMemberAssignments({ id, limit: 1 }),
    members
  )
  await walk.list(
    "guardrails.listKeyAssignments",
    ({ guardrails }) => guardrails.listKeyAssignments({ limit: 1 }),
    keys
  )
  await walk.list(
    "guardrails.listMemberAssignments",
    ({ guardrails }) => guardrails.listMemberAssignments({ limit: 1 }),
    members
  )
  await walk.call(
    "guardrails.bulkUnassignKeys",
    ({ guardrails }) => guardrails.bulkUnassignKeys({ id, bulkUnassignKeysRequest: bulkKeys }),
    { unassignedCount: 1 }
  )
  await walk.call(
    "guardrails.bulkUnassignMembers",
    ({ guardrails }) => guardrails.bulkUnassignMembers({ id, bulkUnassignMembersRequest: bulkMembers }),
    { unassignedCount: 1 }
  )
  await walk.list("guardrails.listKeyAssignments", ({ guardrails }) => guardrails.listKeyAssignments(), [])
  await walk.list("guardrails.listMemberAssignments", ({ guardrails }) => guardrails.listMemberAssignments(), [])
}

/** Presets and image models, which the client reads alone. */
export const walkReads = async (walk: Walk) => {
  const slug = PRESET
  await walk.list("presets.list", ({ presets }) => presets.list({ limit: 1 }), [aPreset({})])
  await walk.call("presets.get", ({ presets }) => presets.get({ slug }), {
    data: aPreset({ designatedVersion: aVersion })
  })
  await walk.list("presets.listVersions", ({ presets }) => presets.listVersions({ slug, limit: 1 }), [aVersion])
  await walk.call("presets.getVersion", ({ presets }) => presets.getVersion({ slug, version: "1" }), { data: aVersion })
  const steps = { type: "range", min: 1, max: 9 }
  await walk.call("images.listModels", ({ images }) => images.listModels(), {
    data: [
      {
        id: IMAGE_MODEL,
        name: "Painter",
        description: "Paints from a prompt",
        created: 1_772_625_600,
        architecture: { inputModalities: ["text"], outputModalities: ["image"] },
        endpoints: `/api/v1/images/models/${IMAGE_MODEL}/endpoints`,
        supportedParameters: { quality: { type: "enum", values: ["low", "high"] }, steps },
        supportsStreaming: false
      }
    ]
  })
  const [author = "", model = ""] = IMAGE_MODEL.split("/")
  await walk.call("images.listModelEndpoints", ({ images }) => images.listModelEndpoints({ author, slug: model }), {
    id: IMAGE_MODEL,
    endpoints: [
      {
        providerName: "Acme",
        providerSlug: "acme",
        providerTag: null,
        allowedPassthroughParameters: [],
        supportedParameters: { transparent: { type: "boolean" } },
        supportsStreaming: true,
        pricing: [{ billable: "output_image", unit: "image", costUsd: 0.04 }]
      }
    ]
  })
}
