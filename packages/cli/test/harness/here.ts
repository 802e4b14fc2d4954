import { Console } from "node:console"
import { Readable } from "node:stream"
import { Effect, Fiber } from "effect"
import { codeOf, program } from "../../dist/program.js"
import { type Ended, environment, greeting, type Settings } from "./command.js"

// A start of the command takes half a second of a processor, and most promises are not about a process: the same program
// runs here, with the folder, the environment and the streams of this process in its hands. One after the other has them.
const alone = Effect.unsafeMakeSemaphore(1)

/** Puts a text in place of standard input, until the function that this returns is called. */
const giveInput = (text: string) => {
  const before = Object.getOwnPropertyDescriptor(process, "stdin")
  Object.defineProperty(process, "stdin", { value: Readable.from([Buffer.from(text)]), configurable: true })
  return () => {
    if (before !== undefined) Object.defineProperty(process, "stdin", before)
  }
}

const borrow = ({ cwd, input = "", variables = {} }: Settings) => {
  const before = { cwd: process.cwd(), env: process.env, title: process.title, console: globalThis.console }
  const written = { stdout: "", stderr: "" }
  const heard = new Set<() => void>()
  const keep = (name: "stdout" | "stderr") => {
    const stream = process[name]
    const { write } = stream
    stream.write = (text: string | Uint8Array, ...rest: ReadonlyArray<unknown>) => {
      written[name] += typeof text === "string" ? text : Buffer.from(text).toString()
      for (const one of rest) if (typeof one === "function") one()
      for (const look of heard) look()
      return true
    }
    return () => {
      stream.write = write
    }
  }
  const [stdout, stderr] = [keep("stdout"), keep("stderr")]
  const stdin = giveInput(input)
  globalThis.console = new Console(process.stdout, process.stderr)
  process.env = environment(variables)
  if (cwd !== undefined) process.chdir(cwd)
  const expireHolds = () => {
    process.chdir(before.cwd)
    process.env = before.env
    process.title = before.title
    globalThis.console = before.console
    stdout()
    stderr()
    stdin()
  }
  return { written, heard, expireHolds }
}

/** This process with its streams listened to, for the time of a scope. */
const borrowed = (settings: Settings) =>
  Effect.zipRight(
    Effect.acquireRelease(alone.take(1), () => alone.release(1)),
    Effect.acquireRelease(
      Effect.sync(() => borrow(settings)),
      ({ expireHolds }) => Effect.sync(expireHolds)
    )
  )

/** Runs a command to its end, in this process. */
export const runHere = (args: ReadonlyArray<string>, settings: Settings = {}): Promise<Ended> =>
  Effect.gen(function* () {
    const { written } = yield* borrowed(settings)
    const exit = yield* Effect.exit(program(args))
    return { code: codeOf(exit, args), ...written }
  }).pipe(Effect.scoped, Effect.runPromise)

/** A `tollgate serve` on a free port in this process, from its greeting on. No other command can run here beside it. */
export const servingHere = (args: ReadonlyArray<string>, settings: Settings = {}) =>
  Effect.gen(function* () {
    const { heard, written } = yield* borrowed(settings)
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => Effect.runFork(program(["serve", "--port", "0", ...args]))),
      Fiber.interrupt
    )
    const url = Effect.async<string>((resume) => {
      const look = () => {
        const found = greeting.exec(written.stdout)?.[1]
        if (found !== undefined) resume(Effect.succeed(found))
      }
      heard.add(look)
      look()
    })
    const ended = Effect.flatMap(Fiber.await(server), () => Effect.dieMessage(`the server ended: ${written.stderr}`))
    return { url: yield* Effect.raceFirst(url, ended), written }
  })
