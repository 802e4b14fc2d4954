import {
  authorize,
  extend as extendHold,
  type Gateway,
  GatewayCaller,
  type HoldExtension,
  markSent,
  markUnknown,
  NewHold,
  type NewSettlement,
  release,
  type SentRequest,
  settle
} from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { openAccount } from "../../support/account.js"

const decode = Schema.decodeSync(NewHold)

type Input = Partial<Omit<typeof NewHold.Encoded, "key">>

export const asHost: Gateway = { organizationId: null }

/** The acts of a gateway, by default of the host. */
export const gateway = (caller: Gateway = asHost) => {
  const as = Effect.provideService(GatewayCaller, caller)
  return {
    hold: (key: Redacted.Redacted | string, input: Input = {}) => {
      const secret = typeof key === "string" ? key : Redacted.value(key)
      return as(authorize(decode({ amount: 1, models: ["acme/writer"], ...input, key: secret })))
    },
    settle: (id: string, input: NewSettlement) => as(settle(id, input)),
    release: (id: string) => as(release(id)),
    unknown: (id: string) => as(markUnknown(id)),
    sent: (id: string, input?: SentRequest) => as(markSent(id, input)),
    extend: (id: string, input: HoldExtension = {}) => as(extendHold(id, input))
  }
}

/** An account with an ordinary key, and the host as gateway. */
export const openSpender = Effect.map(openAccount(), (account) => ({ ...account, ...gateway() }))
