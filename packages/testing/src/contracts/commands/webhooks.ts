import { WebhookStore } from "@tollgate/core/storage"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"
import { recordCommands } from "./recordCommands.js"

const call = callsOf(WebhookStore)
const states = ["pending", "delivered", "failed", undefined] as const

export const webhooks = (picks: Picks): ReadonlyArray<Command> => {
  const { asked, asker, asking, delivery, draw, isOwn, named, now, page, paged, webhook } = picks
  const state = states[draw.second % states.length]
  return [
    ...recordCommands(WebhookStore, picks, {
      noun: "webhook",
      record: webhook,
      refs: [webhook.id],
      change: { name: `Name ${draw.second}`, disabled: draw.kind % 2 === 0 },
      lists: [[`of ${asking}`, {}]]
    }),
    call("count", `counting the webhooks of ${asking}`, (_) => _.count(asker)),
    call("findSealed", `finding ${asked("webhook")} with its secret`, (_) => _.findSealed(asker, webhook.id)),
    call("insertDelivery", `creating ${named("delivery")}`, (_) => _.insertDelivery(delivery), {
      needs: [named("webhook")],
      adds: named("delivery")
    }),
    call("findDelivery", `finding ${asked("delivery")}`, (_) => _.findDelivery(asker, webhook.id, delivery.id)),
    call("listDeliveries", `listing the ${state ?? "any"} deliveries of ${asked("webhook")}${paged}`, (_) =>
      _.listDeliveries(asker, webhook.id, page, state)
    ),
    call("redeliver", `sending ${asked("delivery")} again`, (_) => _.redeliver(asker, webhook.id, delivery.id, now)),
    call("endPending", `ending what is pending of ${asked("webhook")}`, (_) =>
      _.endPending(asker, webhook.id, "webhook disabled", now)
    ),
    call("pruneDeliveries", `deleting ${isOwn ? "old" : "no"} deliveries`, (_) =>
      _.pruneDeliveries(now, isOwn ? 100 : 0)
    )
  ]
}
