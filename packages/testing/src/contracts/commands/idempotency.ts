import { IdempotencyKey } from "@tollgate/core"
import { IdempotencyStore, KEPT_MILLIS } from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

const call = callsOf(IdempotencyStore)

export const idempotency = ({ asker, asking, draw, now }: Picks): ReadonlyArray<Command> => {
  const name = { organization_id: asker, caller: "host", name: IdempotencyKey.make(`key-${draw.index}`) }
  const beginning = Uint8Array.of(draw.second)
  // Every third one is a day later, so that older ones are forgotten.
  const kept_at = DateTime.add(now, { millis: draw.kind % 3 === 0 ? KEPT_MILLIS : 0 })
  const answer = { ...name, fingerprint: Uint8Array.of(draw.second, 1), answer: Uint8Array.of(draw.kind + 1), kept_at }
  // Only storage that claims ahead remembers the names that were kept, but none knows one that never was.
  const neverKept = { ...name, name: IdempotencyKey.make("never") }
  const called = `${name.name} of ${asking}`
  return [
    // What is claimed and not kept is given up.
    call("claim", `claiming the answer ${called}`, (_) => Effect.zipLeft(_.claim(name, kept_at), _.release(name))),
    call("find", `finding the answer ${called}`, (_) => _.find(name, kept_at)),
    call("wasKept", `asking whether an answer of ${asking} was kept that never was`, (_) =>
      Effect.sync(() => _.wasKept(neverKept))
    ),
    call("keep", `keeping the answer ${called}`, (_) => Effect.zipRight(_.claim(name, kept_at), _.keep(answer))),
    call("release", `giving up the answer ${called}`, (_) => _.release(name)),
    call("forget", `forgetting answers before ${called}`, (_) => _.forget(kept_at, 1_000)),
    call("latest", "asking for the latest answer of a key", (_) => _.latest(beginning))
  ]
}
