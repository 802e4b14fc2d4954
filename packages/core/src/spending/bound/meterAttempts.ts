import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Usage } from "../../prices/Usage.js"
import * as Usd from "../../values/Usd.js"
import type { BoundHold, ExtendFailure, MeterOptions, Served } from "./BoundHold.js"
import { type Counted, countOutput } from "./countOutput.js"
import { type Answer, cancelled, drained } from "./readAnswer.js"

/** The hold of the attempts. */
interface Source {
  readonly held: () => Usd.Usd
  readonly extend: (amount: Usd.Usd) => Effect.Effect<unknown, ExtendFailure>
  /** The price of a usage, as the present attempt is served. */
  readonly price: (usage: Usage) => Effect.Effect<Usd.Usd, ExtendFailure>
  /** How the present attempt is served. */
  readonly served: () => Served
  /** The number of tokens to hold at a time. */
  readonly slice: () => number
  /** Remembers the length of an output that was read to its end. */
  readonly remember: (tokens: number) => void
  /** Whether an answer is read on when its reader leaves. */
  readonly drains: boolean
}

/** An attempt at a request whose answer was metered: what is known of it so far, and how it is served. */
export interface Attempt extends Counted {
  readonly served: Served
}

/** The attempts at a request whose answers are metered, in the order in which they began. */
export interface Attempts {
  readonly meter: BoundHold["meter"]
  readonly counted: () => ReadonlyArray<Attempt>
  /** Reads what is left of the answers whose readers have left, for at most this long. */
  readonly drain: (limit: Duration.DurationInput) => Effect.Effect<void>
  /** Stops reading. */
  readonly cancel: Effect.Effect<void>
  /**
   * Calls back once, as soon as something was read since the last call; at once if no answer is being read. Returns the function that forgets
   * the callback.
   */
  readonly whenRead: (callback: () => void) => () => void
}

interface MeteredAnswer {
  readonly attempt: () => Attempt
  readonly answer: Pick<Answer<never, never, never>, "drain" | "cancel">
}

/** What an attempt has used of the hold. */
const costOf = ({ figure, metered }: Counted) => figure?.cost ?? metered

export const meterAttempts = (source: Source): Attempts => {
  const readings: Array<MeteredAnswer> = []
  let open = 0
  let isRead = false
  const waiting = new Set<() => void>()
  const update = () => {
    if (waiting.size === 0 || (open > 0 && !isRead)) return
    isRead = false
    const callbacks = [...waiting]
    waiting.clear()
    for (const callback of callbacks) callback()
  }
  const begin = () => {
    open++
  }
  const end = Effect.sync(() => {
    open--
    update()
  })

  return {
    meter: <A, E, R>(stream: Stream.Stream<A, E, R>, metering: MeterOptions<A>) =>
      Stream.suspend(() => {
        let served = source.served()
        const output = countOutput(metering, {
          ...source,
          others: () =>
            readings.reduce((sum, other) => (other === reading ? sum : Usd.add(sum, costOf(other.attempt()))), Usd.zero)
        })
        const remembering = {
          ...output,
          add: (element: A) => {
            served = source.served()
            isRead = true
            update()
            return output.add(element)
          },
          complete: Effect.tap(output.complete, () => {
            const { complete, tokens } = output.counted()
            if (complete) source.remember(tokens)
          })
        }
        const answer = source.drains ? drained(stream, remembering) : cancelled(stream, remembering)
        const reading: MeteredAnswer = { attempt: () => ({ ...output.counted(), served }), answer }
        readings.push(reading)
        begin()
        return Stream.ensuring(answer.stream, end)
      }),
    counted: () => readings.map(({ attempt }) => attempt()),
    drain: (limit) =>
      Effect.suspend(() => {
        begin()
        return Effect.forEach(readings, ({ answer }) => answer.drain(limit), {
          concurrency: "unbounded",
          discard: true
        })
      }).pipe(Effect.ensuring(end)),
    cancel: Effect.suspend(() => Effect.forEach(readings, ({ answer }) => answer.cancel, { discard: true })),
    whenRead: (callback) => {
      waiting.add(callback)
      update()
      return () => waiting.delete(callback)
    }
  }
}
