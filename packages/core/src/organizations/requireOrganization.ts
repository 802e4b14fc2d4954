import { requireOwned } from "../access/requireOwned.js"
import { uuidInput } from "../schema/uuid.js"
import { OrganizationId } from "../values/Id.js"
import { OrganizationNotFound } from "./Organization.js"

/** An organization, by its UUID. */
export const requireOrganization = requireOwned(uuidInput(OrganizationId), (id) => OrganizationNotFound.of(id))
