// Written by `npm run generate` from the operations and the files beside this one.

import { listActivity } from "./activity/listActivity.js"
import { listAuditEntries } from "./audit/listAuditEntries.js"
import { createByokCredential } from "./byok/createByokCredential.js"
import { deleteByokCredential } from "./byok/deleteByokCredential.js"
import { getByokCredential } from "./byok/getByokCredential.js"
import { listByokCredentials } from "./byok/listByokCredentials.js"
import { updateByokCredential } from "./byok/updateByokCredential.js"
import type { Draft } from "./Draft.js"
import { assignKeys } from "./guardrails/assignKeys.js"
import { assignMembers } from "./guardrails/assignMembers.js"
import { createGuardrail } from "./guardrails/createGuardrail.js"
import { deleteGuardrail } from "./guardrails/deleteGuardrail.js"
import { getGuardrail } from "./guardrails/getGuardrail.js"
import { listAllKeyAssignments } from "./guardrails/listAllKeyAssignments.js"
import { listAllMemberAssignments } from "./guardrails/listAllMemberAssignments.js"
import { listGuardrails } from "./guardrails/listGuardrails.js"
import { listKeyAssignments } from "./guardrails/listKeyAssignments.js"
import { listMemberAssignments } from "./guardrails/listMemberAssignments.js"
import { unassignKeys } from "./guardrails/unassignKeys.js"
import { unassignMembers } from "./guardrails/unassignMembers.js"
import { updateGuardrail } from "./guardrails/updateGuardrail.js"
import { listImageModelEndpoints } from "./images/listImageModelEndpoints.js"
import { listImageModels } from "./images/listImageModels.js"
import { replaceImageModels } from "./images/replaceImageModels.js"
import { createKey } from "./keys/createKey.js"
import { deleteKey } from "./keys/deleteKey.js"
import { getCurrentKey } from "./keys/getCurrentKey.js"
import { getKey } from "./keys/getKey.js"
import { listKeys } from "./keys/listKeys.js"
import { rotateKey } from "./keys/rotateKey.js"
import { updateKey } from "./keys/updateKey.js"
import { createAuthorizationCode } from "./oauth/createAuthorizationCode.js"
import { exchangeCode } from "./oauth/exchangeCode.js"
import { addOrganizationMember } from "./organization/addOrganizationMember.js"
import { listOrganizationMembers } from "./organization/listOrganizationMembers.js"
import { removeOrganizationMember } from "./organization/removeOrganizationMember.js"
import { updateOrganizationMember } from "./organization/updateOrganizationMember.js"
import { createPreset } from "./presets/createPreset.js"
import { createPresetVersion } from "./presets/createPresetVersion.js"
import { deletePreset } from "./presets/deletePreset.js"
import { getPreset } from "./presets/getPreset.js"
import { getPresetVersion } from "./presets/getPresetVersion.js"
import { listPresets } from "./presets/listPresets.js"
import { listPresetVersions } from "./presets/listPresetVersions.js"
import { updatePreset } from "./presets/updatePreset.js"
import { listPrices } from "./prices/listPrices.js"
import { authorize } from "./spending/authorize.js"
import { correctHold } from "./spending/correctHold.js"
import { extend } from "./spending/extend.js"
import { getHold } from "./spending/getHold.js"
import { listHolds } from "./spending/listHolds.js"
import { markSent } from "./spending/markSent.js"
import { markUnknown } from "./spending/markUnknown.js"
import { openCredential } from "./spending/openCredential.js"
import { recordRequest } from "./spending/recordRequest.js"
import { release } from "./spending/release.js"
import { releaseHolds } from "./spending/releaseHolds.js"
import { settle } from "./spending/settle.js"
import { authentication } from "./transport/authentication.js"
import { framing } from "./transport/framing.js"
import { otherMethods } from "./transport/otherMethods.js"
import { routes } from "./transport/routes.js"
import { addWorkspaceMembers } from "./workspaces/addWorkspaceMembers.js"
import { createWorkspace } from "./workspaces/createWorkspace.js"
import { deleteWorkspace } from "./workspaces/deleteWorkspace.js"
import { deleteWorkspaceBudget } from "./workspaces/deleteWorkspaceBudget.js"
import { getWorkspace } from "./workspaces/getWorkspace.js"
import { listWorkspaceBudgets } from "./workspaces/listWorkspaceBudgets.js"
import { listWorkspaceMembers } from "./workspaces/listWorkspaceMembers.js"
import { listWorkspaces } from "./workspaces/listWorkspaces.js"
import { removeWorkspaceMembers } from "./workspaces/removeWorkspaceMembers.js"
import { setWorkspaceBudget } from "./workspaces/setWorkspaceBudget.js"
import { updateWorkspace } from "./workspaces/updateWorkspace.js"

/** The cases of each operation, then those of the transport. */
export const drafts: ReadonlyArray<ReadonlyArray<Draft>> = [
  getCurrentKey,
  listKeys,
  createKey,
  getKey,
  updateKey,
  rotateKey,
  deleteKey,
  exchangeCode,
  createAuthorizationCode,
  listByokCredentials,
  createByokCredential,
  getByokCredential,
  updateByokCredential,
  deleteByokCredential,
  listGuardrails,
  createGuardrail,
  getGuardrail,
  updateGuardrail,
  listMemberAssignments,
  assignMembers,
  unassignMembers,
  listKeyAssignments,
  assignKeys,
  unassignKeys,
  listAllMemberAssignments,
  listAllKeyAssignments,
  deleteGuardrail,
  listWorkspaces,
  createWorkspace,
  getWorkspace,
  updateWorkspace,
  deleteWorkspace,
  addWorkspaceMembers,
  removeWorkspaceMembers,
  listWorkspaceMembers,
  listWorkspaceBudgets,
  setWorkspaceBudget,
  deleteWorkspaceBudget,
  listOrganizationMembers,
  addOrganizationMember,
  updateOrganizationMember,
  removeOrganizationMember,
  listPresets,
  createPreset,
  getPreset,
  updatePreset,
  listPresetVersions,
  createPresetVersion,
  getPresetVersion,
  deletePreset,
  listImageModels,
  listImageModelEndpoints,
  replaceImageModels,
  listPrices,
  authorize,
  listHolds,
  releaseHolds,
  getHold,
  markSent,
  extend,
  settle,
  release,
  markUnknown,
  openCredential,
  correctHold,
  recordRequest,
  listActivity,
  listAuditEntries,
  authentication,
  framing,
  otherMethods,
  routes
]
