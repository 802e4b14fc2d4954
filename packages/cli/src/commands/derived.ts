import type { Operation } from "../operations/Operation.js"
import { operationOf, resources } from "../operations/resources.js"
import { resourceWordOf, wordOf } from "../operations/words.js"
import { commands } from "./tollgateCommand.js"

/** A command that follows from an operation of the contract. */
export interface DerivedCommand {
  readonly path: readonly [resource: string, method: string]
  readonly resource: string
  readonly summary: string
  readonly load: () => Promise<Operation>
}

/** Whether a command of this path is written by hand, which then stays. */
const isWritten = ([resource, method]: DerivedCommand["path"]) =>
  commands.some(({ path }) => path.length === 2 && path[0] === resource && path[1] === method)

/** The commands of the operations, in the order of the contract. */
export const derivedCommands: ReadonlyArray<DerivedCommand> = resources
  .flatMap(({ methods, name }) =>
    Object.entries(methods).map(
      ([method, summary]): DerivedCommand => ({
        path: [resourceWordOf(name), wordOf(method)],
        resource: name,
        summary,
        load: () => operationOf(name, method)
      })
    )
  )
  .filter(({ path }) => !isWritten(path))
