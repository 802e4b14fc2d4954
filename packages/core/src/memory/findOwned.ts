import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import type { OrganizationId } from "../values/Id.js"

/** Finds an entry of a map that belongs to the organization. Another organization's entry reads as none. */
export const findOwned = <Name, A extends { readonly organization_id: OrganizationId }>(
  all: HashMap.HashMap<Name, A>,
  organizationId: OrganizationId,
  name: Name
): Option.Option<A> => Option.filter(HashMap.get(all, name), (one) => one.organization_id === organizationId)
