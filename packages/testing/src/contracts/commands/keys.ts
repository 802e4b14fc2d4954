import { Usd } from "@tollgate/core"
import { KeyIdentity, KeyStore, KeyUsage } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { shown } from "../shown.js"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

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
  now,
  page,
  paged,
  place
}: Picks): ReadonlyArray<Command> => {
  const enabledOnly = draw.second % 2 === 0
  const which = enabledOnly ? "the enabled keys" : "the keys"
  const counters = () => KeyUsage.record(key, { usage: Usd.Usd.make(BigInt(draw.seconds)), byok: Usd.zero }, 0)
  const inAll = { workspaceId: null, enabledOnly }
  const inOne = { workspaceId: place.workspace_id, enabledOnly }
  return [
    call(
      "insert",
      () => `creating ${named("key")}`,
      (_) => _.insert(key),
      { adds: named("key") }
    ),
    call(
      "identify",
      () => `identifying ${named("key")}`,
      (_) => Effect.map(_.identify(key.hash), Option.map(identity))
    ),
    call(
      "findByHash",
      () => `asking who presents ${named("key")}`,
      (_) => _.findByHash(key.hash)
    ),
    call(
      "find",
      () => `finding ${asked("key")}`,
      (_) => _.find(asker, key.hash)
    ),
    call(
      "update",
      () => `changing ${asked("key")} by ${shown(draw.patch)}`,
      (_) => _.update(asker, key.hash, draw.patch, now)
    ),
    call(
      "list",
      () => `listing ${which} of ${asking}${paged}`,
      (_) => _.list(asker, inAll, page)
    ),
    call(
      "list",
      () => `listing ${which} in ${inPlace}${paged}`,
      (_) => _.list(asker, inOne, page)
    ),
    call(
      "delete",
      () => `deleting ${asked("key")}`,
      (_) => _.delete(asker, key.hash),
      { drops: isOwn && named("key") }
    ),
    call(
      "setUsage",
      () => `counting ${draw.seconds} nano-dollars for ${asked("key")}`,
      (_) => _.setUsage(asker, key.hash, counters())
    ),
    call(
      "hasOtherManagementKey",
      () => `asking for another management key than ${asked("key")}`,
      (_) => _.hasOtherManagementKey(asker, key.hash)
    )
  ]
}
