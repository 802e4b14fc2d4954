import { Worker } from "node:worker_threads"
import * as Either from "effect/Either"
import { loadDriver } from "./loadDriver.js"
import { checkParameters, countParameters } from "./parameters.js"
import { resultCode } from "./resultCodes.js"
import { rowsOf } from "./rowsOf.js"
import { type ReaderAnswer, type ReaderAsked, type ReaderStart, runReader } from "./runReader.js"
import type { SqliteDriver } from "./SqliteDriver.js"

/** The rows of a statement, or the error of SQLite. */
type Outcome = Either.Either<ReadonlyArray<unknown>, unknown>

/** Called once a statement is over. */
export type OnOutcome = (outcome: Outcome) => void

const outcomeOf = (answer: ReaderAnswer): Outcome => {
  if ("rows" in answer) {
    return Either.try({ try: () => rowsOf(answer.rows, answer.names), catch: (cause) => cause })
  }
  const { code, errcode, message } = answer
  // As both drivers report it on this thread.
  return Either.left(
    Object.assign(new Error(message), { code: typeof errcode === "number" ? resultCode(errcode) : code })
  )
}

/**
 * A thread with a read-only connection of its own to a file. It runs statements in the order in which they are given. It keeps the process running
 * as long as a statement does, and while it closes.
 */
export class ReaderThread {
  readonly #worker: Worker
  readonly #waiting: Array<OnOutcome> = []
  readonly #ended: Promise<void>
  #failure: unknown = null
  #isClosing = false

  constructor(driver: SqliteDriver, file: string) {
    const { name, path } = driver
    const workerData: ReaderStart = { driver: name, path, address: driver.addressOf(file, { readonly: true }) }
    // Bundlers may have put calls of `__name` into the function.
    this.#worker = new Worker(`const __name = (named) => named;(${runReader})()`, {
      eval: true,
      workerData,
      // Without what this process was started with, such as loaders, and without the warning that Node.js 22 gives for `node:sqlite`.
      execArgv: ["--no-warnings"]
    })
    this.#worker.unref()
    this.#worker.on("message", (answer: ReaderAnswer) => this.#answered(outcomeOf(answer)))
    this.#worker.on("error", (error) => {
      this.#failure = error
    })
    this.#ended = new Promise((resolve) => {
      this.#worker.on("exit", () => {
        this.#failure ??= new Error("The thread that reads has ended.")
        while (this.#waiting.length > 0) this.#answered(Either.left(this.#failure))
        resolve()
      })
    })
  }

  /** Starts a thread with the driver of this process. The file is opened with the first statement. */
  static open(file: string): ReaderThread {
    return new ReaderThread(
      Either.getOrThrowWith(loadDriver(), (missing) => missing),
      file
    )
  }

  /** Whether it has ended, and runs nothing more. */
  get isOver(): boolean {
    return this.#failure !== null
  }

  #answered(outcome: Outcome): void {
    const done = this.#waiting.shift()
    if (this.#waiting.length === 0 && !this.#isClosing) this.#worker.unref()
    done?.(outcome)
  }

  /** Runs a statement after those before it. */
  run(text: string, params: ReadonlyArray<unknown>, done: OnOutcome): void {
    try {
      if (this.isOver) throw this.#failure
      checkParameters(params, countParameters(text))
      this.#worker.postMessage([text, params] satisfies ReaderAsked)
      this.#waiting.push(done)
      this.#worker.ref()
    } catch (error) {
      done(Either.left(error))
    }
  }

  /** Closes the connection after the last statement. It keeps the process running until the thread has ended. */
  close(): Promise<void> {
    this.#isClosing = true
    if (!this.isOver) {
      this.#worker.postMessage(null satisfies ReaderAsked)
      this.#worker.ref()
    }
    return this.#ended
  }
}
