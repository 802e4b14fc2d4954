import type { Operation } from "@tollgate/http"
import type { Account } from "./Account.js"
import type { Answer } from "./Answer.js"
import { expectSame } from "./Api.js"
import type { Change, Field, Fields, Target } from "./Change.js"
import type { Expectation } from "./Expectation.js"
import type { Ids } from "./Ids.js"
import type { Run } from "./Run.js"
import { type Headers, json, type Sent } from "./Sent.js"

/**
 * How an operation is called, with what `given` and `fresh` return. Its functions are declared as methods, so that families, which know
 * less of that, take every operation.
 */
export interface Way<T extends Target> {
  /** What a request is about that uses nothing up. */
  readonly given?: (run: Run) => T | Promise<T>
  /** What a valid request uses up, made anew for each. @default nothing is used up */
  readonly fresh?: (run: Run) => Promise<T>
  /** The id in the path. */
  readonly ids?: Ids
  /** The value of each other path parameter. */
  path?(of: T): Readonly<Record<string, string>>
  /** The body of a valid request, as JSON. */
  body?(of: T, account: Account): string
  /** The body of requests that are refused for another reason. @default the body of a valid request */
  readonly refused?: string
  /** The answer to a valid request. */
  expect(of: T, account: Account): Expectation
  /** The answer with these fields of the record. @default `expect` */
  shows?(fields: Fields, of: T): Expectation
  /** Input that is invalid for this operation. */
  readonly invalid?: { readonly body: string } | { readonly query: string }
  /** A request whose answer is the same before and after every refusal, but for times of a name. */
  reading?(given: Given<T>): { readonly sent: Sent; readonly besides?: string }
  /** The name of a time in the answer that each request has of its own. */
  readonly differs?: string
  /** What shows, after a valid request, that it was done. */
  after?(given: Given<T>): Promise<unknown>
}

/** A request of an operation, for one server and one object. */
export class Given<T extends Target> {
  readonly operation: Operation
  readonly run: Run
  readonly of: T
  /** The id in the path; empty if there is none. */
  readonly own: string
  readonly path: string
  readonly #way: Way<T>

  constructor(operation: Operation, way: Way<T>, run: Run, of: T) {
    this.operation = operation
    this.#way = way
    this.run = run
    this.of = of
    this.own = of.own ?? ""
    const template = operation.path
    const others = way.path?.(of) ?? {}
    this.path = template.replace(/\{(\w+)\}/g, (_, name: string, offset: number) => {
      const value = others[name] ?? (offset === template.indexOf("{") ? of.own : undefined)
      if (value === undefined) throw new Error(`The cases of ${operation.id} say nothing of {${name}} in its path.`)
      return value
    })
  }

  get api() {
    return this.run.api
  }
  get account() {
    return this.run.account
  }
  get made() {
    return this.run.made
  }

  get #isOfGateways() {
    return this.operation.access === "gateway, else 403"
  }

  /** The credential of a valid request: a management key, or a gateway key if the operation takes no other. */
  get caller() {
    return this.#isOfGateways ? this.run.gateway : this.run.manager
  }

  /** The same kind of key, of the other organization. */
  get stranger() {
    return this.#isOfGateways ? this.run.otherGateway : this.run.other
  }

  /** The change that makes the request valid; empty for an operation without a body. */
  get good(): Change {
    const { body } = this.#way
    return body === undefined ? {} : { body: body(this.of, this.account) }
  }

  /** The change that makes the input invalid. */
  get invalid(): Change {
    const { invalid = { query: "" } } = this.#way
    return "body" in invalid ? invalid : { path: this.path + invalid.query }
  }

  get expect(): Expectation {
    return this.#way.expect(this.of, this.account)
  }

  /** The answer about the other organization's object, to that one. */
  get theirs(): Expectation {
    const { ids } = this.#way
    return ids === undefined
      ? this.expect
      : this.#way.expect({ ...this.of, own: ids.theirs(this.account) }, this.account)
  }

  /** Success with these fields of the record. */
  shows = (fields: Fields): Expectation => this.#way.shows?.(fields, this.of) ?? this.expect

  /** The change to another credential. */
  by = (credential: Headers): Pick<Sent, "headers"> => ({
    headers: { ...credential, ...(this.operation.takesBody && json) }
  })

  /** The change to another id in the path. */
  at = (id: string): Pick<Sent, "path"> => ({ path: this.path.replace(this.own, () => id) })

  /** The change that gives a field of a valid body this value, written as JSON. */
  sending = (field: Field, value: string): Pick<Sent, "body"> => {
    if (typeof field !== "string" && "body" in field) return { body: field.body(value, this.account) }
    const { beside = {}, name } = typeof field === "string" ? { name: field } : field
    const valid: Fields = JSON.parse(this.#way.body?.(this.of, this.account) ?? "{}")
    const whole = JSON.stringify({ ...valid, ...beside, [name]: "?" })
    return { body: whole.replace('"?"', () => value) }
  }

  request = (change: Change = {}): Sent => {
    const all = { method: this.operation.method, path: this.path, ...this.by(this.caller), ...change }
    if ("body" in change || "raw" in change) return all
    const body = this.#way.refused ?? this.good.body
    return body === undefined ? all : { ...all, body }
  }

  /** Sends the valid request with this change. */
  ask = (change: Change, expect: Expectation): Promise<Answer> =>
    this.api.send(this.request({ ...this.good, ...change }), expect)

  /** Sends a valid request. */
  succeed = (change: Change = {}): Promise<Answer> => this.ask(change, this.expect)

  /** Reads what the operation changes, if there is such a request. */
  shown = async (expect: Expectation): Promise<void> => {
    const reading = this.#way.reading?.(this)
    if (reading !== undefined) await this.api.send(reading.sent, expect)
  }

  /** Runs something that must change nothing. */
  unchanged = async <A>(run: () => Promise<A>): Promise<A> => {
    const reading = this.#way.reading?.(this)
    if (reading === undefined) return run()
    const before = await this.api.read(reading.sent)
    const result = await run()
    expectSame(await this.api.read(reading.sent), before, "what was read before", reading.besides)
    return result
  }
}

/** The change that gives a field of a valid body this value, written as JSON. */
export const setting =
  (field: Field, value: string) =>
  ({ sending }: Given<Target>): Change =>
    sending(field, value)

/** The change to this query. */
export const querying =
  (query: string) =>
  ({ path }: Given<Target>): Change => ({ path: `${path}?${query}` })
