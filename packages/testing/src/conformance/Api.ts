import * as Data from "effect/Data"
import * as Decode from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import { type Answer, json, unanswered } from "./Answer.js"
import { checkAnswer } from "./checkAnswer.js"
import { checkExpectation, differences, type Expectation, misfits } from "./Expectation.js"
import { RateLimitReached } from "./RateLimitReached.js"
import { body, type Headers, json as jsonType, type Sent } from "./Sent.js"
import type { Send } from "./send.js"
import { sendRaw } from "./sendRaw.js"

/** A server has broken a promise. */
export class Broken extends Data.TaggedError("Broken")<{ readonly reasons: ReadonlyArray<string> }> {
  override get message(): string {
    return this.reasons.join("; ")
  }
}

/** What is said of each request and what it expects, before the answer is judged. */
export type Watch = (sent: Sent, expect: Expectation) => void

interface ApiOptions {
  readonly send: Send
  /** The management key, with which requests are sent that name no other one. */
  readonly manager: Headers
  /** What no answer may contain, with a name for each. */
  readonly secrets: Map<string, string>
  /** What was read since the last request that may have changed something. */
  readonly readings: Map<string, Answer>
  readonly watch: Watch | undefined
  /** Accept the statuses of `alt` as well. */
  readonly alternatives: boolean
  /** How long to wait for the next bytes of a raw answer, in milliseconds. */
  readonly within: number
  /** Whether the server's own rate limit ends the case, so that it is run again. */
  readonly sparing: boolean
}

/** Names in answers that change by themselves. */
const lasting = (answer: Answer, besides = "last_used_at") =>
  answer.body.replaceAll(new RegExp(`"(?:last_used_at|${besides})":(?:null|"[^"]*")`, "g"), '"":0')

/** Asks one server, and fails with the first answer that is not as expected. */
export class Api {
  readonly url: URL
  readonly #options: ApiOptions

  constructor(url: URL, options: ApiOptions) {
    this.url = url
    this.#options = options
  }

  /** The path of the base URL. */
  get base(): string {
    return this.url.pathname.replace(/\/$/, "")
  }

  /** From now on, no answer may contain this. */
  keep(secret: string, name: string): string {
    this.#options.secrets.set(secret, name)
    return secret
  }

  /** Sends a request. What it makes is not judged. */
  async exchange(sent: Sent, answers?: number): Promise<Answer> {
    const { readings, send, within } = this.#options
    if (sent.method !== "GET" && sent.method !== "HEAD") readings.clear()
    return sent.raw === undefined ? send(this.url, sent) : sendRaw(this.url, sent.raw(this.base), { within, answers })
  }

  /** Fails if the server's own rate limit has refused a request, as far as it is not what the case is about. */
  unlimited(answers: ReadonlyArray<Answer>): void {
    const limited = this.#options.sparing ? RateLimitReached.among(answers) : undefined
    if (limited !== undefined) throw limited
  }

  /** Every answer is checked for what always holds, and one for what is expected. */
  #judge(
    sent: Sent,
    expect: Expectation,
    answers: ReadonlyArray<Answer>,
    one: Answer,
    more: ReadonlyArray<string> = []
  ) {
    const { alternatives, secrets } = this.#options
    if (expect.status !== 429) this.unlimited(answers)
    const reasons = new Set(answers.flatMap((answer) => checkAnswer(answer, sent, secrets)))
    if (expect.status < 500 && answers.some(({ status }) => status >= 500)) reasons.add("an answer above 499")
    for (const reason of [...checkExpectation(expect, one, alternatives), ...more]) reasons.add(reason)
    if (reasons.size === 0) return
    throw new Broken({
      reasons: Array.from(reasons, (reason) => `${sent.method} ${sent.path.slice(0, 80)}: ${reason}`)
    })
  }

  /** Sends a request and checks its answer. */
  async send(sent: Sent, expect: Expectation): Promise<Answer> {
    this.#options.watch?.(sent, expect)
    const answer = await this.exchange(sent, expect.answers)
    this.#judge(sent, expect, [answer], answer)
    return answer
  }

  /** Sends a request so many times, one after another, each with the same expectation. */
  async repeat(times: number, sent: Sent, expect: Expectation): Promise<void> {
    for (let n = 0; n < times; n++) await this.send(sent, expect)
  }

  /** Sends a request so many times at once. `tally` counts the statuses; one answer is as expected. */
  async together(
    times: number,
    sent: Sent,
    expect: Expectation,
    tally: Readonly<Record<number, number>>
  ): Promise<Answer> {
    this.#options.watch?.(sent, expect)
    const answers = await Promise.all(Array.from({ length: times }, () => this.exchange(sent)))
    const one = answers.find(({ status }) => status === expect.status) ?? answers[0] ?? unanswered("no request")
    const counted: Record<number, number> = {}
    for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
    this.#judge(sent, expect, answers, one, differences(tally, counted, "statuses"))
    return one
  }

  /** Reads what a change must have left as it is. Between two readings, the server is asked again only if something was sent that may change it. */
  async read(sent: Sent): Promise<Answer> {
    const { readings } = this.#options
    const name = JSON.stringify([this.url.href, sent])
    const known = readings.get(name)
    if (known !== undefined) return known
    // A change of nothing is a reading, too.
    const before = new Map(readings)
    const answer = await this.send(sent, { status: 200 })
    for (const [other, read] of before) readings.set(other, read)
    readings.set(name, answer)
    return answer
  }

  get(path: string, expect: Expectation, as: Headers = this.#options.manager): Promise<Answer> {
    return this.send({ method: "GET", path, headers: as }, expect)
  }

  post(
    path: string,
    fields: object | undefined,
    expect: Expectation,
    as: Headers = this.#options.manager
  ): Promise<Answer> {
    return this.#change("POST", path, fields, expect, as)
  }

  put(path: string, fields: object, expect: Expectation, as: Headers = this.#options.manager): Promise<Answer> {
    return this.#change("PUT", path, fields, expect, as)
  }

  patch(path: string, fields: object, expect: Expectation, as: Headers = this.#options.manager): Promise<Answer> {
    return this.#change("PATCH", path, fields, expect, as)
  }

  delete(path: string, expect: Expectation, as: Headers = this.#options.manager): Promise<Answer> {
    return this.#change("DELETE", path, undefined, expect, as)
  }

  #change(method: string, path: string, fields: object | undefined, expect: Expectation, as: Headers) {
    const sent = { method, path, headers: fields === undefined ? as : { ...as, ...jsonType } }
    return this.send(fields === undefined ? sent : { ...sent, ...body(fields) }, expect)
  }
}

/** Fails unless both answers are the same but for the last uses of keys. */
export const expectSame = (mine: Answer, other: Answer, name: string, besides?: string): void => {
  if (mine.status === other.status && lasting(mine, besides) === lasting(other, besides)) return
  const [one, two] = [mine, other].map((answer): unknown => JSON.parse(lasting(answer, besides) || "null"))
  throw new Broken({ reasons: [`differs from ${name}`, ...differences(two, one)].slice(0, 5) })
}

/** A part of the body of an answer. */
export const part = <A, I>(answer: Answer, schema: Schema.Schema<A, I>): A => {
  const read = Decode.decodeUnknownEither(schema)(json(answer))
  if (read._tag === "Right") return read.right
  throw new Broken({ reasons: misfits(schema, json(answer)) })
}
