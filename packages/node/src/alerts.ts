import type { Alert, CallOptions } from "@tollgate/client"
import { onAbort } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import { AlertFeed } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Runtime from "effect/Runtime"
import type { CallScope } from "./CallScope.js"

/** Which alerts a subscription is about, and what ends it. */
export interface AlertSubscription extends CallOptions {
  /** The id of an organization. @default all organizations */
  readonly organization?: string | undefined
  /** Called with what the listener throws, or rejects with. @default nothing is done: the subscription goes on */
  readonly onError?: ((reason: unknown) => void) | undefined
}

/** Alerts about the budgets of an open store. */
export interface GateAlerts {
  /**
   * Calls a listener with each alert that is stored from now on, by this process or any other one of the database: within two seconds, once, in
   * the order of their times (one that is committed after a later one follows it). All subscriptions of a gate share one indexed read a second,
   * and do not keep the process alive. A listener that throws ends nothing. An alert without a listener is in `alerts.list` of its
   * account, and goes to webhooks.
   *
   * @returns What ends the subscription, which its `signal` and `close` do, too.
   * @throws {OrganizationNotFound} if there is no organization with the id.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const stop = await gate.alerts.subscribe({}, ({ kind, text }) => console.log(kind, text))
   */
  subscribe(options: AlertSubscription, listener: (alert: Alert) => unknown): Promise<() => void>
}

const ignore = () => {}

/** Calls a listener, and passes on what it throws. */
const calling =
  (listener: (alert: Alert) => unknown, onError: (reason: unknown) => void = ignore) =>
  (alert: Alert): void => {
    // Also what a promise of the listener rejects with.
    new Promise((resolve) => resolve(listener(alert))).catch(onError)
  }

/** The alerts of a gate, and what ends all subscriptions. */
export const alerts = (
  calls: CallScope<Core.Services>
): { readonly alerts: GateAlerts; readonly close: () => void } => {
  const feed = new AlertFeed()
  let running: Fiber.RuntimeFiber<unknown, unknown> | undefined
  const run = () => {
    running ??= Runtime.runFork(calls.runtime, feed.run)
    running.addObserver(() => {
      running = undefined
    })
  }
  const end = () => {
    if (feed.isIdle) running?.unsafeInterruptAsFork(running.id())
  }
  return {
    alerts: {
      subscribe: async ({ onError, organization, signal }, listener) => {
        const call = calling(listener, onError)
        const subscribing = Effect.gen(function* () {
          const host = organization === undefined ? null : yield* Core.hostCaller(String(organization))
          return yield* feed.subscribe({
            organization_id: host?.organizationId ?? null,
            listener: (alert) => call(Effect.runSync(Codec.encode(Core.Alert, alert)))
          })
        })
        const unsubscribe = await calls.run(subscribing, signal === undefined ? {} : { signal })
        run()
        const stop = () => {
          forget()
          unsubscribe()
          end()
        }
        const forget = signal === undefined ? ignore : onAbort(signal, stop)
        if (signal?.aborted === true) stop()
        return stop
      }
    },
    close: () => {
      feed.close()
      end()
    }
  }
}
