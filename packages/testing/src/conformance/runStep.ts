import * as Effect from "effect/Effect"
import { type Answer, json } from "./Answer.js"
import type { Expectation, Step } from "./Case.js"
import type { CaseRequest } from "./CaseRequest.js"
import { checkAnswer } from "./checkAnswer.js"
import { at, checkExpectation } from "./checkExpectation.js"
import { type Outgoing, outgoing } from "./Outgoing.js"
import { RateLimitReached } from "./RateLimitReached.js"
import { Sender } from "./Sender.js"
import { sendRaw } from "./sendRaw.js"
import { filling, type Vars } from "./substitute.js"

export interface StepOptions {
  readonly url: URL
  /** Accept the statuses of `alt` as well. */
  readonly alternatives: boolean
  /** How long to wait for the next bytes of a raw answer, in milliseconds. */
  readonly within: number
  /** Fails with `RateLimited` if the server's own rate limit refuses a request. */
  readonly sparing: boolean
}

/** The result of one step. */
export interface StepResult {
  readonly answer: Answer
  readonly reasons: ReadonlyArray<string>
  /** The placeholders, including those that the step saved. */
  readonly vars: Vars
}

const exchange = (ready: Outgoing, { answers, within }: Expectation, options: StepOptions): Effect.Effect<Answer> =>
  ready.raw === undefined
    ? Effect.flatMap(Sender, (send) => send(options.url, ready))
    : sendRaw(options.url, ready.raw, { within: within ?? options.within, answers })

const exchanges = Effect.fnUntraced(function* ({ expect, request }: Step, vars: Vars, options: StepOptions) {
  const one = exchange(yield* outgoing(request, vars), expect, options)
  if (request.concurrent !== undefined)
    return yield* Effect.replicateEffect(one, request.concurrent, { concurrency: "unbounded" })
  const answers: Array<Answer> = []
  for (let i = 0; i < (request.repeat ?? 1); i++) {
    const answer = yield* one
    answers.push(answer)
    if (expect.anyOf === true && answer.status === expect.status) break
  }
  return answers
})

const checkTally = (tally: Readonly<Record<string, number>>, answers: ReadonlyArray<Answer>) => {
  const count: Record<string, number> = {}
  for (const { status } of answers) count[status] = (count[status] ?? 0) + 1
  const statuses = new Set([...Object.keys(tally), ...Object.keys(count)])
  return Array.from(statuses).flatMap((status) =>
    (count[status] ?? 0) === (tally[status] ?? 0)
      ? []
      : [`${count[status] ?? 0} answers of status ${status}, expected ${tally[status] ?? 0}`]
  )
}

const methodOf = (request: CaseRequest) =>
  request.raw === undefined ? request.method : (/^\w+/.exec(request.raw)?.[0] ?? "")

/** Sends the requests of a step. Every answer is checked for what always holds, and the last one for what the step expects. */
export const runStep = Effect.fnUntraced(function* (step: Step, vars: Vars, options: StepOptions) {
  const answers = yield* exchanges(step, vars, options)
  const { expect } = step
  const limited = options.sparing && expect.status !== 429 ? RateLimitReached.among(answers) : undefined
  if (limited !== undefined) return yield* limited
  const last = answers.at(-1) ?? { status: 0, headers: {}, body: "", answers: 0 }
  const checked = expect.tally === undefined ? last : (answers.find(({ status }) => status === expect.status) ?? last)
  const reasons = new Set(answers.flatMap((answer) => checkAnswer(answer, methodOf(step.request), vars)))
  if (expect.status < 500 && answers.some(({ status }) => status >= 500)) reasons.add("an answer above 499")
  const unexpected = yield* filling(() => checkExpectation(expect, checked, vars, options.alternatives))
  for (const reason of unexpected) reasons.add(reason)
  for (const reason of expect.tally === undefined ? [] : checkTally(expect.tally, answers)) reasons.add(reason)

  if (expect.save === undefined) return { answer: checked, reasons: Array.from(reasons), vars } satisfies StepResult
  const saved: Record<string, string> = {}
  for (const [name, path] of Object.entries(expect.save)) {
    const value = at(json(checked), path)
    if (value === undefined) reasons.add(`nothing at ${path} to save`)
    else saved[name] = typeof value === "string" ? value : JSON.stringify(value)
  }
  return { answer: checked, reasons: Array.from(reasons), vars: { ...vars, ...saved } } satisfies StepResult
})
