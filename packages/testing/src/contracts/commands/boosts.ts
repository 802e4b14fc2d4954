import { BoostStore } from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

const call = callsOf(BoostStore)

export const boosts = (picks: Picks): ReadonlyArray<Command> => {
  const { asked, asker, asking, boost, draw, named, now, page, paged } = picks
  const state = draw.kind % 2 === 0 ? "ended" : "in_force"
  const list = { organization_id: asker, scope: null, id: null, state: null }
  return [
    call("insert", `creating ${named("boost")}`, (_) => Effect.as(_.insert(boost), true), { adds: named("boost") }),
    call("find", `finding ${asked("boost")}`, (_) => _.find(asker, boost.id)),
    call("end", `ending ${asked("boost")}`, (_) => _.end(asker, boost.id, now)),
    call("list", `listing the boosts of ${asking}${paged}`, (_) => _.list(list, page, now)),
    call("list", `listing the boosts of ${asking} that are ${state}${paged}`, (_) =>
      _.list({ ...list, state, id: boost.subject }, page, now)
    ),
    // Before the time of any other command.
    call("prune", "deleting old boosts", (_) => _.prune(DateTime.unsafeMake("1999-01-01T00:00:00Z").epochMillis))
  ]
}
