import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AlertMessage, alertMessage } from "../../alerts/AlertMessage.js"
import { showAlerts } from "../../alerts/showAlerts.js"
import { isForgotten } from "../../byok/forgotten.js"
import { Vault } from "../../byok/Vault.js"
import { Entropy } from "../../runtime/Entropy.js"
import { sleepAside } from "../../runtime/sleepAside.js"
import { WebhookSender } from "../WebhookSender.js"
import { nextAttempt } from "./nextAttempt.js"
import { type Attempted, type ClaimedDelivery, OutboxStore } from "./OutboxStore.js"

/** What became of an attempt: the status of the answer, or why there is none; and whether another attempt can help. */
interface Result {
  readonly status: number | null
  readonly error: string | null
  readonly isFinal: boolean
}

/** The longest reason that is stored, in characters. */
const MAX_ERROR = 200

const encode = Schema.encodeSync(Schema.parseJson(AlertMessage))

const ended = (error: string): Result => ({ status: null, error, isFinal: true })

const isDelivered = (status: number) => status >= 200 && status < 300

const resultOf = (status: number): Result => {
  if (isDelivered(status)) return { status, error: null, isFinal: true }
  const error = `status ${status}`
  // Its receiver is gone for good (RFC 9110, section 15.5.11).
  if (status === 410) return { status, error, isFinal: true }
  return {
    status,
    error: status >= 300 && status < 400 ? `${error}: redirects are not followed` : error,
    isFinal: false
  }
}

/** Sends a message once. */
const attempt = Effect.fnUntraced(function* ({ alert, webhook }: ClaimedDelivery) {
  if (alert === null) return ended("alert deleted")
  if (isForgotten(webhook.sealed)) return ended("secret lost with the master key")
  const vault = yield* Vault
  const secret = yield* Effect.option(vault.open(webhook.sealed, webhook))
  // Another process may have the master key.
  if (secret._tag === "None") return { ...ended("secret not opened by the master key"), isFinal: false }
  const { send } = yield* WebhookSender
  const [shown] = yield* showAlerts(alert.ref.organization_id, [alert])
  if (shown === undefined) return ended("alert deleted")
  const body = encode(alertMessage(shown))
  const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  return yield* Effect.match(send({ url: webhook.url, id: alert.id, timestamp, secret: secret.value, body }), {
    onFailure: ({ reason }): Result => ({ status: null, error: reason.slice(0, MAX_ERROR), isFinal: false }),
    onSuccess: ({ status }) => resultOf(status)
  })
})

/** What is noted of an attempt. */
const attempted = Effect.fnUntraced(function* ({ error, isFinal, status }: Result, attempts: number) {
  const now = yield* Clock.currentTimeMillis
  const [byte = 0] = yield* Entropy.bytes(1)
  const pause = isFinal ? null : nextAttempt(attempts, byte / 256)
  if (pause !== null)
    return { state: "pending", next_at: now + pause, ended_at: null, status, error } satisfies Attempted
  const noted: Attempted = {
    state: error === null ? "delivered" : "failed",
    next_at: null,
    ended_at: now,
    status,
    error
  }
  return noted
})

/** How long after a failure of storage a note is stored again. */
const AGAIN = Duration.seconds(1)

/**
 * Stores what became of an attempt: a message that is not noted is sent again. Tries as long as the lease lasts, and once after it: while no process
 * has claimed the delivery since, as after a sleep of the machine or a step of its clock, the note still holds.
 */
const note = (claimed: ClaimedDelivery, noted: Attempted) =>
  Effect.gen(function* () {
    const outbox = yield* OutboxStore
    for (;;) {
      const isLast = (yield* Clock.currentTimeMillis) >= claimed.lease.until
      const stored = yield* Effect.either(Effect.uninterruptible(outbox.note(claimed, noted)))
      if (stored._tag === "Right" || isLast) return
      yield* sleepAside(AGAIN)
    }
  })

/**
 * Sends a message about an alert to a webhook once, and notes what became of it: delivered, to be sent again, or failed. Returns whether the
 * webhook has answered. If storage fails before, nothing is sent, and the delivery is claimed again when its lease ends.
 */
export const deliver = (claimed: ClaimedDelivery) =>
  Effect.gen(function* () {
    const result = yield* attempt(claimed)
    yield* note(claimed, yield* attempted(result, claimed.lease.attempts))
    return result.status !== null
  }).pipe(Effect.catchTag("StorageFailure", () => Effect.succeed(true)))
