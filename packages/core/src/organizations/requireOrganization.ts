import { requireOwned } from "../access/requireOwned.js"
import { uuidInput } from "../schema/uuid.js"
import { OrganizationId } from "../values/Id.js"
import { OrganizationNotFound } from "./Organization.js"

/** Reads an organization by its UUID. Fails with `OrganizationNotFound`. */
export const requireOrganization = requireOwned(uuidInput(OrganizationId), (id) => OrganizationNotFound.of(id))
