import { GatewayKeyStore } from "@tollgate/core/storage"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

const call = callsOf(GatewayKeyStore)

export const gatewayKeys = ({ gatewayKey, named, page, paged }: Picks): ReadonlyArray<Command> => [
  call("insert", `creating ${named("gateway key")}`, (_) => _.insert(gatewayKey), { adds: named("gateway key") }),
  call("find", `finding ${named("gateway key")}`, (_) => _.find(gatewayKey.hash)),
  call("list", `listing the gateway keys${paged}`, (_) => _.list(page)),
  call("delete", `deleting ${named("gateway key")}`, (_) => _.delete(gatewayKey.hash), { drops: named("gateway key") })
]
