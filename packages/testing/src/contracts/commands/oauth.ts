import { UserId } from "@tollgate/core"
import { AuthorizationCodeStore } from "@tollgate/core/storage"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

const call = callsOf(AuthorizationCodeStore)

export const oauth = ({
  asked,
  asker,
  asking,
  code,
  draw,
  inPlace,
  isOwn,
  key,
  named,
  now,
  place
}: Picks): ReadonlyArray<Command> => [
  call("insert", `creating ${named("code")}`, (_) => _.insert(code), { adds: named("code") }),
  call("find", `finding ${asked("code")}`, (_) => _.find(asker, code.hash)),
  call(
    "redeem",
    `redeeming ${asked("code")} ${draw.seconds} seconds later`,
    (_) => _.redeem({ organizationId: asker, hash: code.hash, keyHash: key.hash, maxFailures: 3, at: now }),
    { needs: [named("key")] }
  ),
  call("recordFailures", `recording ${draw.second} failures of ${asked("code")}`, (_) =>
    _.recordFailures(asker, code.hash, draw.second)
  ),
  call("deleteOf", `deleting the codes of ${inPlace}`, (_) => _.deleteOf(asker, place.workspace_id), {
    drops: isOwn && place.workspace_id === code.workspace_id && named("code")
  }),
  call("revoke", `revoking the codes of a user of ${asking} in ${inPlace}`, (_) =>
    _.revoke(asker, [code.user_id ?? code.created_by], place.workspace_id)
  ),
  call("revoke", `revoking the codes of a user of ${asking}`, (_) =>
    _.revoke(asker, [code.created_by, UserId.make("nobody")], null)
  ),
  call("deleteExpired", `deleting the codes that have expired ${draw.seconds} seconds later`, (_) =>
    _.deleteExpired(now, 100)
  )
]
