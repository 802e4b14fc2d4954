import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { OrganizationId } from "../../values/Id.js"
import { SpendingStore } from "../store/SpendingStore.js"

/** Gives back all holds of an organization whose lease has ended, so that none of them counts as open. */
export const giveBackEnded = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const store = yield* Effect.serviceOption(SpendingStore)
  if (Option.isNone(store)) return
  const now = yield* Clock.currentTimeMillis
  for (;;) if ((yield* store.value.giveBack(now, organizationId)) === 0) return
})
