import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { runs } from "../../../../test/runs.js"
import { type Waiter, WaitingLine, type Wanted } from "../../src/spending/admission/WaitingLine.js"

/** A request: the scopes that it is charged to, what it asks for, and whether either credentials may pay. */
interface Request {
  readonly scopes: ReadonlyArray<number>
  readonly amount: bigint
  readonly isAny: boolean
}

/** A scope with a budget, which counts BYOK amounts or not, and a number of open holds. */
interface Scope {
  readonly limit: bigint
  readonly includesByok: boolean
  readonly most: number
}

interface Hold extends Request {
  readonly isByok: boolean
}

/** Requests that are judged in a line, and holds that end. */
class Gate {
  readonly line = new WaitingLine()
  readonly holds: Array<Hold> = []
  readonly waiting = new Map<Waiter, Request>()
  readonly admitted: Array<Request> = []
  judgements = 0
  #arrivals = 0
  readonly #scopes: ReadonlyArray<Scope>
  constructor(scopes: ReadonlyArray<Scope>) {
    this.#scopes = scopes
  }

  #of(number: number): ReadonlyArray<Hold> {
    return this.holds.filter(({ scopes }) => scopes.includes(number))
  }

  #refusedBy({ amount, scopes }: Request, isByok: boolean): number | undefined {
    return scopes.find((number) => {
      const { includesByok, limit } = this.#scopes[number] ?? expect.fail("no scope")
      const counted = this.#of(number).filter((hold) => includesByok || !hold.isByok)
      return (includesByok || !isByok) && counted.reduce((sum, hold) => sum + hold.amount, amount) > limit
    })
  }

  /** What a request waits for; null if it is admitted. */
  judge(request: Request): Wanted | null {
    const full = request.scopes.find((number) => this.#of(number).length >= (this.#scopes[number]?.most ?? 0))
    if (full !== undefined) return { place: `holds ${full}`, asked: 0n }
    const refused = this.#refusedBy(request, false)
    if (refused === undefined) return null
    if (request.isAny && this.#refusedBy(request, true) === undefined) return null
    return { place: `budget ${refused}`, asked: request.isAny ? null : request.amount }
  }

  #admit(request: Request): undefined {
    this.holds.push({ ...request, isByok: this.#refusedBy(request, false) !== undefined })
    this.admitted.push(request)
  }

  /** Judges the request whose turn it is, and lets the line know after `meanwhile`. False if there is none. */
  judgeOne(meanwhile = () => {}): boolean {
    const waiter = [...this.waiting.keys()].find((one) => this.line.isTurn(one))
    const request = waiter && this.waiting.get(waiter)
    if (waiter === undefined || request === undefined) return false
    this.judgements++
    const wanted = this.judge(request)
    if (wanted === null) this.#admit(request)
    meanwhile()
    if (wanted === null || !this.line.refuse(waiter, wanted)) this.leave(waiter)
    return true
  }

  /** Judges until nothing is left to judge. */
  settle(): void {
    while (this.judgeOne());
  }

  /** Arrives as requests do that nobody waits before, or in the line. */
  arrive(request: Request, inLine: boolean): void {
    const wanted = inLine ? null : this.judge(request)
    const isAdmitted = !inLine && wanted === null
    const waiter = isAdmitted ? this.#admit(request) : this.line.join(this.#arrivals++, wanted)
    if (waiter !== undefined) this.waiting.set(waiter, request)
  }

  /** Ends a hold, after a judgement that has begun, and before the line knows of that. */
  end(number: number): void {
    const end = () => {
      this.holds.splice(number % Math.max(1, this.holds.length), 1)
      this.line.wake()
    }
    if (!this.judgeOne(end)) end()
  }

  leave(waiter: Waiter): void {
    this.line.leave(waiter)
    this.waiting.delete(waiter)
  }
}

const scope = fc.record({
  limit: fc.bigInt(3n, 12n),
  includesByok: fc.boolean(),
  most: fc.integer({ min: 2, max: 6 })
})
const request = fc.record({
  scopes: fc.uniqueArray(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 2 }),
  amount: fc.bigInt(1n, 4n),
  isAny: fc.boolean()
})
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("arrive" as const), request, inLine: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("end" as const), number: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("leave" as const), number: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("judge" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("settle" as const) }) }
)

type Step = (typeof step)["generate"] extends (...args: never) => { readonly value: infer A } ? A : never

const isSame = (one: Request, other: Request) =>
  one.isAny === other.isAny && one.amount === other.amount && one.scopes.join() === other.scopes.join()

const alone: Request = { scopes: [0], amount: 1n, isAny: false }
const wide = { limit: 1_000_000n, includesByok: true, most: 1_000 }

describe("A line of waiting requests", () => {
  const play = (scopes: ReadonlyArray<Scope>, steps: ReadonlyArray<Step>, isCalm: boolean) => {
    const gate = new Gate(scopes)
    const arrived: Array<Request> = []
    for (const step of steps) {
      if (step.do === "arrive") {
        // A copy, which no other request is.
        const one = { ...step.request }
        arrived.push(one)
        // As in the line of an organization, a request passes none that waits for the same.
        gate.arrive(one, step.inLine || [...gate.waiting.values()].some((other) => isSame(one, other)))
      }
      if (step.do === "end") gate.end(step.number)
      if (step.do === "leave") {
        const waiter = [...gate.waiting.keys()][step.number % Math.max(1, gate.waiting.size)]
        if (waiter !== undefined) gate.leave(waiter)
      }
      if (step.do === "judge") gate.judgeOne()
      if (step.do === "settle" || isCalm) gate.settle()
      // Whenever nobody is to be judged, nobody would be admitted.
      if ([...gate.waiting.keys()].some((one) => gate.line.isTurn(one))) continue
      for (const waiting of gate.waiting.values()) expect(gate.judge(waiting)).not.toBeNull()
    }
    gate.settle()
    return { arrived, gate }
  }

  const property = (isCalm: boolean, law: (played: ReturnType<typeof play>) => void) =>
    fc.assert(
      fc.property(
        fc.array(scope, { minLength: 2, maxLength: 2 }),
        fc.array(step, { maxLength: 120, size: "max" }),
        (scopes, steps) => law(play(scopes, steps, isCalm))
      ),
      { numRuns: runs(300, 20_000) }
    )

  it("lets none sleep that would be admitted, whenever holds end and requests leave", () => {
    property(false, ({ gate }) => {
      for (const waiter of gate.waiting.keys()) gate.leave(waiter)
      expect(gate.line.isEmpty).toBe(true)
    })
  })

  it("admits equal requests in the order of their arrival", () => {
    property(true, ({ arrived, gate }) => {
      for (const [at, one] of gate.admitted.entries()) {
        const later = gate.admitted.slice(at + 1).filter((other) => isSame(one, other))
        for (const other of later) expect(arrived.indexOf(one)).toBeLessThan(arrived.indexOf(other))
      }
    })
  })

  it("costs one judgement more than requests are admitted when a hold of a full scope ends", () => {
    const gate = new Gate([{ ...wide, most: 10 }])
    for (let n = 0; n < 110; n++) gate.arrive({ ...alone }, false)
    gate.settle()
    expect([gate.holds.length, gate.waiting.size]).toEqual([10, 100])
    gate.judgements = 0
    for (let ended = 1; ended <= 50; ended++) {
      gate.end(0)
      gate.settle()
      expect([gate.judgements, gate.waiting.size]).toEqual([2 * ended, 100 - ended])
    }
    gate.judgements = 0
    for (let n = 0; n < 3; n++) gate.end(0)
    gate.settle()
    // And one of another round, because they end after the first one has begun.
    expect([gate.judgements, gate.waiting.size]).toEqual([5, 47])
  })

  it("costs one judgement when a hold ends that makes no room, however many wait for a budget", () => {
    const gate = new Gate([{ ...wide, limit: 5n }, wide])
    gate.arrive({ ...alone, amount: 5n }, false)
    for (let n = 0; n < 5; n++) gate.arrive({ ...alone, scopes: [1] }, false)
    for (let n = 0; n < 100; n++) gate.arrive({ ...alone, amount: 2n }, false)
    gate.settle()
    gate.judgements = 0
    gate.end(1)
    gate.settle()
    expect([gate.judgements, gate.waiting.size]).toEqual([1, 100])
  })

  it("lets 100 wait at a place, and 1,000 in all", () => {
    const gate = new Gate(Array.from({ length: 11 }, () => ({ ...wide, most: 1 })))
    for (let number = 0; number < 11; number++) {
      for (let n = 0; n < 102; n++) gate.arrive({ ...alone, scopes: [number] }, n % 2 === 0)
      gate.settle()
      expect(gate.waiting.size).toBe(Math.min(1_000, (number + 1) * 100))
    }
    gate.end(0)
    gate.settle()
    expect(gate.waiting.size).toBe(999)
    gate.arrive({ ...alone, scopes: [10] }, true)
    gate.arrive({ ...alone, scopes: [10] }, true)
    gate.settle()
    expect(gate.waiting.size).toBe(1_000)
  })

  it("has those first that have come first, in whatever order they were refused", () => {
    const line = new WaitingLine()
    const wanted = { place: "budget", asked: 1n }
    const waiters = new Map([3, 1, 4, 2, 0].map((arrival) => [arrival, line.join(arrival, wanted)]))
    const left: Array<number> = []
    for (;;) {
      const [turn] = [...waiters].filter(([, waiter]) => waiter !== undefined && line.isTurn(waiter))
      const [arrival, waiter] = turn ?? []
      if (arrival === undefined || waiter === undefined) break
      line.leave(waiter)
      waiters.delete(arrival)
      left.push(arrival)
    }
    // The first one that joined was being judged by then.
    expect([left, line.isEmpty]).toEqual([[3, 0, 1, 2, 4], true])
  })

  it("has the next one ask in time once the first leaves", () => {
    const gate = new Gate([{ ...wide, most: 1 }])
    for (let n = 0; n < 3; n++) gate.arrive({ ...alone }, false)
    gate.settle()
    const [first, next] = [...gate.waiting.keys()]
    if (first === undefined || next === undefined) return expect.fail("nobody waits")
    expect([gate.line.isFirst(first), gate.line.isFirst(next)]).toEqual([true, false])
    gate.leave(first)
    expect(gate.line.isTurn(next)).toBe(true)
    gate.settle()
    expect(gate.line.isFirst(next)).toBe(true)
  })

  it("goes on behind one that leaves before it is judged", () => {
    const gate = new Gate([
      { ...wide, limit: 5n },
      { ...wide, most: 1 }
    ])
    const asking = (amount: bigint) => ({ ...alone, amount })
    for (const one of [asking(4n), asking(1n), { ...alone, scopes: [1] }]) gate.arrive(one, false)
    for (const one of [asking(5n), { ...alone, scopes: [1] }, asking(4n), asking(1n)]) gate.arrive(one, false)
    gate.settle()
    expect(gate.waiting.size).toBe(4)
    gate.end(1)
    gate.judgeOne()
    const [, other, second] = [...gate.waiting.keys()]
    if (other === undefined || second === undefined) return expect.fail("nobody waits")
    expect(gate.line.isTurn(other)).toBe(true)
    gate.leave(second)
    gate.settle()
    expect(gate.admitted.at(-1)).toEqual(asking(1n))
    expect([...gate.waiting.values()]).toEqual([asking(5n), { ...alone, scopes: [1] }])
  })

  it("judges those that arrive while holds end without pause", () => {
    const gate = new Gate([{ ...wide, most: 1 }, wide])
    for (let n = 0; n < 3; n++) gate.arrive({ ...alone }, false)
    gate.settle()
    const late = { ...alone, scopes: [1] }
    gate.arrive(late, true)
    // Each judgement ends in a round in which those that wait are to be judged again.
    for (let n = 0; n < 3 && !gate.admitted.includes(late); n++) {
      gate.line.wake()
      gate.line.wake()
      const [waiter] = [...gate.waiting.keys()].filter((one) => gate.line.isTurn(one))
      const request = waiter && gate.waiting.get(waiter)
      const wanted = request && gate.judge(request)
      if (waiter === undefined || request === undefined) return expect.fail("nobody is judged")
      if (wanted) gate.line.refuse(waiter, wanted)
      else {
        gate.admitted.push(request)
        gate.leave(waiter)
      }
    }
    expect(gate.admitted).toContain(late)
  })
})
