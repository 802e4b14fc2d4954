import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { AlertStore } from "../../alerts/AlertStore.js"
import { countAlerts } from "../../alerts/countAlerts.js"
import { Transaction } from "../../ports/Transaction.js"
import { BoundedMap } from "../../runtime/BoundedMap.js"
import type { RefusedBudget } from "../model/Admission.js"
import * as Day from "../model/Day.js"
import { scopeName } from "../model/Scope.js"
import { alertOf } from "../rules/crossings.js"
import { limitIn } from "../rules/limits.js"

/** For how many budgets a process remembers that the alert about a refusal is stored. */
const MAX_TOLD = 10_000

/** The longest time that a refusal waits until its alert is stored. */
const LONGEST_WAIT = "1 second"

type Store = typeof AlertStore.Service

/** What was told to each store: a budget in an instance of its window, with a limit. */
const remembered = new WeakMap<Store, BoundedMap<string, true>>()

const toldTo = (store: Store) => {
  const known = remembered.get(store)
  if (known !== undefined) return known
  const made = new BoundedMap<string, true>(MAX_TOLD)
  remembered.set(store, made)
  return made
}

const nameOf = ({ scope, window }: RefusedBudget): string =>
  `${scopeName(scope.ref)} ${window} ${window === "lifetime" ? "" : Day.firstOf(window, scope.day)} ${limitIn(scope, window)}`

const none: ReadonlyArray<RefusedBudget> = []

/** Stores the alert of a budget in an act of its own. If that fails, it is logged, and the next refusal tries again. */
const tell = Effect.fnUntraced(function* (store: Store, refused: RefusedBudget) {
  const { isOpen, attempt } = yield* Transaction
  const { at, scope, window } = refused
  const told = toldTo(store)
  const name = nameOf(refused)
  // Before it is stored: of a storm of refusals, one writes. What a transaction stores may be undone.
  const isJoining = yield* isOpen
  if (!isJoining) told.set(name, true)
  const alert = alertOf(scope, window, { kind: "refused", threshold: null, at })
  const forget = Effect.sync(() => told.delete(name))
  const add = Effect.tap(store.add(alert), (isNew) => (isNew ? countAlerts([alert]) : Effect.void))
  // In an open transaction, a part that can fail alone.
  const stored = isJoining ? attempt(add) : Effect.timeout(Effect.disconnect(add), LONGEST_WAIT)
  yield* stored.pipe(
    Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : forget)),
    Effect.catchAllCause((cause) => Effect.logWarning("the alert of a refusal could not be stored", cause))
  )
})

/**
 * Tells that budgets have refused a request because they are spent: of each budget the first time in its window and with its limit. It
 * neither fails nor waits for long. Once this process has stored the alerts of all of them, it does nothing.
 */
export const tellRefusal = (refused: ReadonlyArray<RefusedBudget> = none): Effect.Effect<void, never, Transaction> =>
  refused.length === 0
    ? Effect.void
    : Effect.flatMap(Effect.serviceOption(AlertStore), (store) => {
        if (Option.isNone(store)) return Effect.void
        const told = toldTo(store.value)
        const untold = refused.filter((budget) => !told.has(nameOf(budget)))
        return untold.length === 0
          ? Effect.void
          : Effect.forEach(untold, (budget) => tell(store.value, budget), { discard: true })
      })
