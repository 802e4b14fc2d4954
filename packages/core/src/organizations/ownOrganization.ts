import { OrganizationId } from "../Id.js"
import { own } from "../own.js"
import { uuidInput } from "../uuid.js"
import { OrganizationNotFound } from "./Organization.js"

/** An organization, by its UUID. */
export const ownOrganization = own(uuidInput(OrganizationId), OrganizationNotFound.of)
