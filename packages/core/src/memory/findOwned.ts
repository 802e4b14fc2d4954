import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import type { OrganizationId } from "../values/Id.js"

/** What a map has of this name, where it is the organization's: another's reads like none at all. */
export const findOwned = <Name, A extends { readonly organization_id: OrganizationId }>(
  all: HashMap.HashMap<Name, A>,
  organizationId: OrganizationId,
  name: Name
): Option.Option<A> => Option.filter(HashMap.get(all, name), (one) => one.organization_id === organizationId)
