import { requireOwned } from "../access/requireOwned.js"
import { UserId } from "../values/UserId.js"
import { OrganizationMemberNotFound } from "./OrganizationMember.js"

/** Reads a member of the caller's organization by the id of the user. Fails with `OrganizationMemberNotFound`. */
export const requireOrganizationMember = requireOwned(UserId, () => new OrganizationMemberNotFound())
