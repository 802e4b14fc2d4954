import { type Operations, operations } from "#operations"
import type { CallOptions, OperationName, Transport } from "./Transport.js"

type Path<Name extends OperationName> = Operations[Name]["path"]
type Input<Name extends OperationName> = Operations[Name]["input"]
type Answer<Name extends OperationName> = Promise<Operations[Name]["output"]>

/** A method without input. */
type Reads<Name extends OperationName> = (...given: [...path: Path<Name>, options?: CallOptions]) => Answer<Name>

/** A method with input. */
type Takes<Name extends OperationName> = (
  ...given: [...path: Path<Name>, input: Input<Name>, options?: CallOptions]
) => Answer<Name>

/** A method whose input may be left out. */
type MayTake<Name extends OperationName> = (
  ...given: [...path: Path<Name>, input?: Input<Name>, options?: CallOptions]
) => Answer<Name>

/** The operations without input. */
type Reading = { [Name in OperationName]: Input<Name> extends undefined ? Name : never }[OperationName]

/**
 * Makes methods of the Promise API. The parameters of a method are those of its operation's path, in order, then the input and the options.
 */
export const methodsOf = (transport: Transport) => {
  const call = (name: OperationName, given: ReadonlyArray<unknown>, input: ReadonlyArray<unknown>) => {
    const { names } = operations[name]
    // As the types say. The transport refuses what is no text.
    const path = Object.fromEntries(names.map((parameter, at) => [parameter, given[at] as string]))
    const [options] = given.slice(names.length + input.length)
    const [first] = input
    return transport.run(
      name,
      input.length === 0 ? { path } : { path, input: first },
      options as CallOptions | undefined
    )
  }
  const orEmpty = (input: unknown) => (input === undefined ? {} : input)
  const inputAt = (name: OperationName, given: ReadonlyArray<unknown>) => given[operations[name].names.length]

  return {
    /** A method without input. */
    reads: <Name extends Reading>(name: Name): Reads<Name> =>
      // The generated types are those of the operation.
      ((...given) => call(name, given, [])) as Reads<Name>,

    /** A method that takes an input. */
    takes: <Name extends Exclude<OperationName, Reading>>(name: Name): Takes<Name> =>
      ((...given) => call(name, given, [inputAt(name, given)])) as Takes<Name>,

    /** A method that takes an input which may be left out, such as a page of a list, by default the first one. */
    mayTake: <Name extends Exclude<OperationName, Reading>>(name: Name): MayTake<Name> =>
      ((...given) => call(name, given, [orEmpty(inputAt(name, given))])) as MayTake<Name>
  }
}
