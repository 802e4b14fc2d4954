import { addOrganizationMember, listOrganizationMembers } from "@tollgate/core"
import type { Programs } from "../Program.js"

export const organization = {
  listOrganizationMembers: ({ urlParams }) => listOrganizationMembers(urlParams),
  addOrganizationMember: ({ payload }) => addOrganizationMember(payload)
} satisfies Programs<"organization">
