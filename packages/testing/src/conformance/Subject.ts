import { type Operation, operations } from "@tollgate/http"
import { expectSame } from "./Api.js"
import type { Draft } from "./Case.js"
import type { Change, Target } from "./Change.js"
import type { Expectation } from "./Expectation.js"
import { Given, type Way } from "./Given.js"
import type { Run } from "./Run.js"

/** The name of the plain success case. */
export const WHOLE = "the whole answer"

/** A value, or how it follows from the request that a case is about. */
export type Of<T extends Target, A extends object> = A | ((given: Given<T>) => A)

type Asks<T extends Target> = (
  name: string,
  change: Of<T, Change>,
  expect: Of<T, Expectation>,
  needs?: Draft["needs"]
) => Draft

const valueOf = <T extends Target, A extends object>(of: Of<T, A>, given: Given<T>): A =>
  typeof of === "function" ? of(given) : of

const operationOf = (id: string): Operation => {
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`The contract has no operation ${id}.`)
  return found
}

/** An operation, with helpers to make cases about it. */
export class Subject<T extends Target> {
  readonly id: string
  readonly operation: Operation
  readonly way: Way<T>
  readonly #isSparing: boolean
  readonly #isIsolated: boolean

  constructor(id: string, way: Way<T>, { isIsolated = false, isSparing = false } = {}) {
    this.id = id
    this.operation = operationOf(id)
    this.way = way
    this.#isSparing = isSparing
    this.#isIsolated = isIsolated
  }

  get takesBody() {
    return this.operation.takesBody
  }

  get #isUsingUp() {
    return this.way.fresh !== undefined
  }

  async #server(run: Run): Promise<Run> {
    return this.#isIsolated ? run.isolated() : run
  }

  /** A request that uses nothing up. */
  idle = async (run: Run): Promise<Given<T>> => {
    const { fresh, given = fresh } = this.way
    // Without both, nothing but the account is needed.
    const of = given === undefined ? ({} as T) : await given(run)
    return new Given(this.operation, this.way, run, of)
  }

  /** A request with something to use up. */
  fresh = async (run: Run): Promise<Given<T>> => {
    const { fresh } = this.way
    return fresh === undefined ? this.idle(run) : new Given(this.operation, this.way, run, await fresh(run))
  }

  /** A case by hand, with something to use up. */
  test = (name: string, body: (given: Given<T>) => Promise<unknown>, needs?: Draft["needs"]): Draft => ({
    operationId: this.id,
    name: `${this.id}: ${name}`,
    run: async (run) => body(await this.fresh(await this.#server(run))),
    ...(needs && { needs })
  })

  /** A case by hand that uses nothing up. */
  testIdle = (name: string, body: (given: Given<T>) => Promise<unknown>, needs?: Draft["needs"]): Draft => ({
    ...this.test(name, body, needs),
    run: async (run) => body(await this.idle(await this.#server(run)))
  })

  /** A case with this change of the request. */
  asks: Asks<T> = (name, change, expect, needs) =>
    this.testIdle(name, (given) => given.api.send(given.request(valueOf(change, given)), valueOf(expect, given)), needs)

  /** A case that must be refused and change nothing. */
  refuses: Asks<T> = (name, change, expect, needs) =>
    this.#isSparing
      ? this.spares(name, change, expect, needs)
      : this.testIdle(
          name,
          (given) =>
            given.unchanged(() => given.api.send(given.request(valueOf(change, given)), valueOf(expect, given))),
          needs
        )

  /** A case with one fault in a valid request. What success uses up must still exist afterwards. */
  spares: Asks<T> = (name, change, expect, needs) =>
    this.#isUsingUp
      ? this.test(
          name,
          async (given) => {
            await given.unchanged(() => given.ask(valueOf(change, given), valueOf(expect, given)))
            await given.succeed()
          },
          needs
        )
      : new Subject(this.id, this.way).refuses(name, change, expect, needs)

  /** A case that is refused like another request, byte for byte. */
  alike = (name: string, change: Of<T, Change>, expect: Expectation, model: Of<T, Change>): Draft => {
    const [make, isSparing] = [this.#isSparing ? this.test : this.testIdle, this.#isSparing && this.#isUsingUp]
    return make(name, async (given) => {
      const send = (one: Of<T, Change>) =>
        isSparing ? given.ask(valueOf(one, given), expect) : given.api.send(given.request(valueOf(one, given)), expect)
      await given.unchanged(async () => {
        const other = await send(model)
        expectSame(await send(change), other, "the other refusal")
      })
      if (isSparing) await given.succeed()
    })
  }

  /** A case that succeeds in spite of this change. A read answers as without it. */
  succeeds = (name: string, change: Of<T, Change>): Draft =>
    this.test(name, async (given) => {
      const wanted = valueOf(change, given)
      if (this.operation.method === "GET") {
        const whole = await given.api.read(given.request())
        expectSame(await given.succeed(wanted), whole, WHOLE, this.way.differs)
      } else {
        await given.unchanged(() => given.succeed(wanted))
      }
      await this.way.after?.(given)
    })

  /** A case whose change the next read shows, as the answer does unless stated otherwise. */
  keeps = (name: string, change: Of<T, Change>, expect: Of<T, Expectation>, shown = expect): Draft =>
    this.testIdle(name, async (given) => {
      await given.api.send(given.request(valueOf(change, given)), valueOf(expect, given))
      await given.shown(valueOf(shown, given))
    })

  /** The same with something to use up in every request. */
  get supplied(): Subject<T> {
    const { fresh } = this.way
    return fresh === undefined ? this : new Subject(this.id, { ...this.way, given: fresh })
  }

  /** The same with a check after each refusal that what success uses up still exists. */
  get sparing(): Subject<T> {
    return new Subject(this.id, this.way, { isSparing: true })
  }

  /** The same with each case on a server of its own. */
  get isolated(): Subject<T> {
    return new Subject(this.id, this.way, { isIsolated: true })
  }

  /** The same with another request, one that can be repeated where success would use something up. */
  asking(way: Pick<Way<T>, "body" | "expect" | "given">): Subject<T> {
    const { fresh: _, refused: __, ...rest } = this.way
    return new Subject(this.id, { ...rest, ...way })
  }
}

/** Cases of one kind for any operation. */
export type Family = (subject: Subject<Target>) => ReadonlyArray<Draft>

/** Cases of one operation. */
export type Cases<T extends Target> = (subject: Subject<T>) => ReadonlyArray<Draft>

/** The cases of several families. */
export const all =
  <T extends Target>(...families: ReadonlyArray<Cases<T>>): Cases<T> =>
  (subject) =>
    families.flatMap((family) => family(subject))

/** The same families, with a check after each refusal that what success uses up still exists. */
export const sparing =
  <T extends Target>(...families: ReadonlyArray<Cases<T>>): Cases<T> =>
  (subject) =>
    all(...families)(subject.sparing)

/** The same families, with something to use up in every request. */
export const supplied =
  <T extends Target>(...families: ReadonlyArray<Cases<T>>): Cases<T> =>
  (subject) =>
    all(...families)(subject.supplied)

/** The same families, each case on a server of its own, for changes that the cases of other operations would see. */
export const isolated =
  <T extends Target>(...families: ReadonlyArray<Cases<T>>): Cases<T> =>
  (subject) =>
    all(...families)(subject.isolated)

/** The same family with another request, one that can be repeated where success would use something up. */
export const asking =
  <T extends Target>(way: Pick<Way<T>, "body" | "expect" | "given">, family: Cases<T>): Cases<T> =>
  (subject) =>
    family(subject.asking(way))

/** The cases of an operation of the contract, family by family. */
export const about = <T extends Target = Target>(
  operationId: string,
  way: Way<T>,
  ...families: ReadonlyArray<Cases<T>>
): ReadonlyArray<Draft> => all(...families)(new Subject(operationId, way))
