import { BudgetRequestStore } from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"
import { recordCommands } from "./recordCommands.js"

const call = callsOf(BudgetRequestStore)

export const requests = (picks: Picks): ReadonlyArray<Command> => {
  const { asking, budgetRequest, draw, now } = picks
  const state = draw.kind % 2 === 0 ? "approved" : "refused"
  const { key_hash } = budgetRequest
  return [
    ...recordCommands(BudgetRequestStore, picks, {
      noun: "request",
      record: budgetRequest,
      refs: [budgetRequest.id],
      change: { state, decided_at: now, decision: `Decision ${draw.second}` },
      lists: [
        [`of ${asking}`, {}],
        [`that are ${state}`, { state }],
        ["of a key", { key_hash }],
        [`of a key that are ${state}`, { key_hash, state }]
      ]
    }),
    // Before the time of any other command.
    call("prune", "deleting old requests", (_) => _.prune(DateTime.unsafeMake("1999-01-01T00:00:00Z").epochMillis))
  ]
}
