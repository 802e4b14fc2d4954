import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { bumpVersions } from "../spending/admission/bumpVersions.js"
import { keyScope } from "../spending/model/Scope.js"
import type { OrganizationId } from "../values/Id.js"
import { requireKey } from "./requireKey.js"

/**
 * Raises the version of a key's scope, so that an admission on an older record is judged again. Call it first in the transaction
 * that changes the key: a change of a key locks the scope before the record, and in the other order both would wait for each other.
 */
export const bumpKeyVersion = (organization_id: OrganizationId, hash: string, now: DateTime.Utc) =>
  requireKey(hash, (hash) => Effect.as(bumpVersions([keyScope({ organization_id, hash })], now), Option.some(hash)))
