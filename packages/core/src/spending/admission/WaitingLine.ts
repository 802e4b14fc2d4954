import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"

/** Requests that wait for one scope, at most. */
const MAX_AT_A_PLACE = 100

/** Requests of an organization that wait, at most. */
const MAX_IN_LINE = 1_000

/** What a request waits for: room in the budgets of a scope, or in the number of its open holds. */
export interface Wanted {
  /** A text that differs for each of them. */
  readonly place: string
  /** The amount that was refused, of which at least as much is refused, too. Null if that is not certain. 0 for open holds. */
  readonly asked: bigint | null
  /** What the scope had left when it refused the request: what asks for more is refused, too. @default not known */
  readonly room?: bigint | null
}

/** A request in the line. */
export class Waiter {
  readonly arrival: number
  /** Null before it was judged. */
  wanted: Wanted | null
  /** Done when it is judged next. */
  turn = Deferred.unsafeMake<void>(FiberId.none)
  /** The least that was refused to those before it at its place since a hold has ended. Null for nothing, as for the first. */
  refused: bigint | null = null
  constructor(arrival: number, wanted: Wanted | null) {
    this.arrival = arrival
    this.wanted = wanted
  }
}

/** Whether a request may be admitted although `refused` was refused to one before it, where `room` was left. */
const mayFit = ({ asked }: Wanted, refused: bigint | null, room: bigint | null): boolean =>
  asked === null || ((refused === null || asked < refused) && (room === null || asked <= room))

const least = (refused: bigint | null, { asked }: Wanted): bigint | null =>
  asked === null || (refused !== null && refused < asked) ? refused : asked

/**
 * The requests of an organization that wait, in the order of their arrival. One of them is judged at a time. When a hold has ended, the
 * first of each place is judged, and one behind it only if the first is admitted or has asked for more than is left. So the end of a hold costs
 * about a judgement for each place, however many wait.
 */
export class WaitingLine {
  /** In the order of their arrival. */
  readonly #waiters = new Set<Waiter>()
  /** The greatest number of those that have joined. */
  #last = 0
  /** How many wait at each place. */
  readonly #counts = new Map<string, number>()
  #waiting = 0
  /** Those that are judged in this round. */
  #ready = new Set<Waiter>()
  /** Those that have arrived since another round was asked for, in which they are judged. */
  #late = new Set<Waiter>()
  /** Whether those that wait are judged in this round. */
  #isWoken = false
  /** Whether they are judged in another round after it. */
  #again = false
  #judged: Waiter | null = null

  get isEmpty(): boolean {
    return this.#waiters.size === 0
  }

  /** Whether requests wait at one of the places. */
  hasAny(places: ReadonlyArray<string>): boolean {
    return places.some((place) => this.#counts.has(place))
  }

  /**
   * Adds a request, which is judged in its turn: before those with a greater number, which were refused sooner, although they have come later.
   * Undefined if no more wait for what it wants.
   */
  join(arrival: number, wanted: Wanted | null): Waiter | undefined {
    if (wanted !== null && !this.#hasRoom(wanted)) return undefined
    const waiter = new Waiter(arrival, wanted)
    const later = arrival < this.#last ? [...this.#waiters].filter((one) => one.arrival > arrival) : []
    this.#last = Math.max(this.#last, arrival)
    this.#waiters.add(waiter)
    for (const one of later) {
      this.#waiters.delete(one)
      this.#waiters.add(one)
    }
    this.#count(wanted, 1)
    const round = this.#again ? this.#late : this.#ready
    round.add(waiter)
    this.#grant()
    return waiter
  }

  /** Lets those that wait be judged again, because a hold has ended. */
  wake(): void {
    // They pass those that have just arrived once in a round, not for as long as holds end.
    if (this.#isWoken) this.#again = true
    else this.#wakeFirst()
    this.#grant()
  }

  /** Lets a request be judged again. */
  ask(waiter: Waiter): void {
    this.#ready.add(waiter)
    this.#grant()
  }

  /** Whether a request is the one to be judged. */
  isTurn(waiter: Waiter): boolean {
    return this.#judged === waiter
  }

  /** Whether a request has to ask again in time, for itself and those behind it: it is the first of its place, and not in this round. */
  isFirst(waiter: Waiter): boolean {
    return !this.#ready.has(waiter) && this.#firstOf(waiter.wanted) === waiter
  }

  /** Lets a request that was refused wait. False if no more wait for what it wants. One that has waited before always may. */
  refuse(waiter: Waiter, wanted: Wanted): boolean {
    const { refused, wanted: before } = waiter
    if (before === null && !this.#hasRoom(wanted)) return false
    const isSame = before?.place === wanted.place
    const { room = null } = isSame ? wanted : {}
    this.#passOn(waiter, before, isSame ? least(refused, wanted) : refused, room)
    this.#count(before, -1)
    this.#count(wanted, 1)
    if (!isSame) waiter.refused = null
    waiter.wanted = wanted
    waiter.turn = Deferred.unsafeMake(FiberId.none)
    this.#judged = null
    this.#grant()
    return true
  }

  /** Removes a request. If it was to be judged, or was the first of its place, the next one is judged. */
  leave(waiter: Waiter): void {
    const { refused, wanted } = waiter
    const isJudged = this.#judged === waiter
    if (isJudged || this.#ready.has(waiter) || this.#firstOf(wanted) === waiter) this.#passOn(waiter, wanted, refused)
    this.#count(wanted, -1)
    for (const some of [this.#waiters, this.#ready, this.#late]) some.delete(waiter)
    if (isJudged) this.#judged = null
    this.#grant()
  }

  #hasRoom({ place }: Wanted): boolean {
    return this.#waiting < MAX_IN_LINE && (this.#counts.get(place) ?? 0) < MAX_AT_A_PLACE
  }

  #count(wanted: Wanted | null, change: number): void {
    if (wanted === null) return
    const count = (this.#counts.get(wanted.place) ?? 0) + change
    if (count === 0) this.#counts.delete(wanted.place)
    else this.#counts.set(wanted.place, count)
    this.#waiting += change
  }

  #firstOf(wanted: Wanted | null): Waiter | undefined {
    if (wanted === null) return undefined
    for (const waiter of this.#waiters) if (waiter.wanted?.place === wanted.place) return waiter
    return undefined
  }

  /** Adds the first of each place to the round, and the one whose judgement may have begun before the hold ended. */
  #wakeFirst(): void {
    this.#isWoken = true
    const places = new Set<string>()
    for (const waiter of this.#waiters) {
      const place = waiter.wanted?.place
      const isFirst = place !== undefined && !places.has(place)
      if (isFirst) places.add(place)
      if (!isFirst && waiter !== this.#judged) continue
      this.#ready.add(waiter)
    }
  }

  /** Adds the next request of a place that may be admitted to the round. */
  #passOn(from: Waiter, wanted: Wanted | null, refused: bigint | null, room: bigint | null = null): void {
    if (wanted === null) return
    let isBehind = false
    for (const waiter of this.#waiters) {
      if (isBehind && waiter.wanted?.place === wanted.place && mayFit(waiter.wanted, refused, room)) {
        waiter.refused = refused
        this.#ready.add(waiter)
        return
      }
      if (waiter === from) isBehind = true
    }
  }

  /** Lets the first of the round be judged. */
  #grant(): void {
    if (this.#judged !== null) return
    if (this.#ready.size === 0) {
      ;[this.#ready, this.#late] = [this.#late, this.#ready]
      this.#isWoken = false
      if (this.#again) this.#wakeFirst()
      this.#again = false
    }
    for (const waiter of this.#waiters) {
      if (!this.#ready.delete(waiter)) continue
      this.#judged = waiter
      Deferred.unsafeDone(waiter.turn, Effect.void)
      return
    }
  }
}
