import * as Effect from "effect/Effect"

/** An argument, which is known by its place. */
export interface Argument {
  /** Without its angle brackets. */
  readonly name: string
  readonly meaning: string
  readonly isFile?: true
  readonly isOptional?: true
}

/** A flag, which is known by its name. */
export interface Flag {
  /** With its two hyphens. */
  readonly name: string
  /** What stands for its value in the help, such as `text`. Null is a switch: on, or `--flag=false`. */
  readonly value: string | null
  readonly meaning: string
  /** The values that it takes, for completions. */
  readonly choices?: ReadonlyArray<string>
  readonly isFile?: true
  readonly isRequired?: true
  /** Whether it may be given several times. Its values are then separated by commas. */
  readonly isRepeatable?: true
  /** Whether it stands for a secret, which is asked for: other users can read the arguments of a process. */
  readonly isSecret?: true
}

/** What is written behind the words of a command. */
export interface Usage {
  readonly description: string
  readonly args: ReadonlyArray<Argument>
  readonly flags: ReadonlyArray<Flag>
}

/** The arguments in order, and the flags by their names. A switch has the value true or false. */
export interface Values {
  readonly args: ReadonlyArray<string>
  readonly flags: ReadonlyMap<string, string>
}

/** A row of the table of commands. */
export interface Command {
  readonly path: ReadonlyArray<string>
  /** What it does, in a sentence. */
  readonly summary: string
  /** Whether it follows from an operation of the contract. */
  readonly isOperation?: true
  readonly usage: () => Promise<Usage>
  /** Loads the program and runs it. Help and refused arguments come without it. */
  readonly run: (values: Values) => Effect.Effect<unknown, unknown>
}

/** Reads the text of a parameter, which is undefined if it is absent. */
interface Reader<A> {
  readonly read: (text: string | undefined) => A
}

export type ArgumentOf<A> = Argument & Reader<A>
export type FlagOf<A> = Flag & Reader<A>

type Readers = Readonly<Record<string, Reader<unknown>>>

/** The options of a command's program: the values of its parameters, by the names that the program uses. */
type OptionsOf<P extends Readers> = { readonly [N in keyof P]: ReturnType<P[N]["read"]> }

/** The first sentence of a text. */
export const firstSentence = (text: string): string => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text

/** A command that is written by hand. */
export const command = <
  A extends Readonly<Record<string, ArgumentOf<unknown>>>,
  F extends Readonly<Record<string, FlagOf<unknown>>>
>(
  path: string,
  row: {
    /** Its first sentence is the summary. */
    readonly description: string
    readonly args: A
    readonly flags: F
    readonly load: () => Promise<(options: OptionsOf<A & F>) => Effect.Effect<unknown, unknown>>
  }
): Command => {
  const { description, load } = row
  const [args, flags] = [Object.entries(row.args), Object.entries(row.flags)]
  return {
    path: path.split(" "),
    summary: firstSentence(description),
    usage: async () => ({ description, args: args.map(([, one]) => one), flags: flags.map(([, one]) => one) }),
    run: (values) => {
      const options = Object.fromEntries([
        ...args.map(([name, { read }], at) => [name, read(values.args[at])]),
        ...flags.map(([name, one]) => [name, one.read(values.flags.get(one.name))])
      ])
      // Each value is what the reader of its name returns, which `fromEntries` does not know.
      return Effect.flatMap(Effect.promise(load), (program) => program(options as OptionsOf<A & F>))
    }
  }
}
