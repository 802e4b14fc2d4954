import { KeyIdentity, KeyStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { after } from "../../instant.js"
import { shown } from "../shown.js"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"
import { nowhere } from "./recordCommands.js"

const identity = Struct.pick(...Struct.keys(KeyIdentity.fields))
const call = callsOf(KeyStore)

export const keys = ({
  asked,
  asker,
  asking,
  draw,
  inPlace,
  isOwn,
  key,
  named,
  nextSecret,
  now,
  page,
  paged,
  place
}: Picks): ReadonlyArray<Command> => {
  const filter = draw.second % 2 === 0 ? { disabled: false } : {}
  const listed = filter.disabled === false ? "the enabled keys" : "the keys"
  const isFirst = draw.second % 2 === 0
  const secret = isFirst ? key.hash : nextSecret.secret
  const which = isFirst ? "its first secret" : "its second secret"
  return [
    call("insert", `creating ${named("key")}`, (_) => _.insert(key), { adds: named("key") }),
    call("identify", `identifying ${named("key")} by ${which}`, (_) =>
      Effect.map(_.identify(secret, now), Option.map(identity))
    ),
    call("findBySecret", `finding ${named("key")} by ${which}`, (_) => _.findBySecret(secret, now)),
    call("organizationOf", `finding the organization of ${named("key")}`, (_) => _.organizationOf(key.hash)),
    call("find", `finding ${asked("key")}`, (_) => _.find(asker, key.hash)),
    call("findByExternalId", `finding a key of ${asking} by an external id`, (_) =>
      _.findByExternalId(asker, "external")
    ),
    call("use", `using ${asked("key")}`, (_) => _.use(key.hash, now)),
    call("list", `searching the keys of ${asking}${paged}`, (_) =>
      _.list(asker, page, filter, { q: "KEY", sort: "name" })
    ),
    call("list", `looking ${asked("key")} up by its hash and its name${paged}`, (_) =>
      _.list(asker, page, filter, { hash_prefix: key.hash.slice(0, 12), name: key.name })
    ),
    call("findMany", `finding ${asked("key")} among others`, (_) => _.findMany(asker, [nextSecret.secret, key.hash])),
    call(
      "update",
      () => `changing ${asked("key")} by ${shown(draw.patch)}`,
      (_) => _.update(asker, key.hash, draw.patch, now)
    ),
    call("list", `listing ${listed} of ${asking}${paged}`, (_) => _.list(asker, page, filter)),
    call("list", `listing ${listed} in ${inPlace}${paged}`, (_) =>
      _.list(asker, page, { ...filter, workspace_id: place.workspace_id })
    ),
    call(
      "rotate",
      `rotating ${asked("key")}`,
      (_) => _.rotate(asker, key.hash, { ...nextSecret, until: after(draw.seconds + draw.second) }, now),
      isOwn ? { needs: [named("key")], adds: named("second secret of key") } : {}
    ),
    call("delete", `deleting ${asked("key")}`, (_) => _.delete(asker, key.hash), { drops: isOwn && named("key") }),
    call("deleteIn", "deleting the keys of nobody", (_) => _.deleteIn(nowhere, place.workspace_id)),
    call("hasActiveIn", `asking for an active key in ${inPlace}`, (_) => _.hasActiveIn(asker, place.workspace_id, now)),
    call("listEnabledOf", `listing the enabled keys of a user of ${asking}`, (_) =>
      _.listEnabledOf(asker, key.creator_user_id)
    ),
    call("disableAllOf", `disabling the keys of a user of ${asking}`, (_) =>
      _.disableAllOf(asker, key.creator_user_id, now)
    ),
    call("hasOtherManagementKey", `asking for another management key than ${asked("key")}`, (_) =>
      _.hasOtherManagementKey(asker, key.hash)
    )
  ]
}
