/** A flag of a command, as a shell completes it. */
export interface FlagWord {
  /** With its two hyphens. */
  readonly name: string
  readonly about: string
  readonly takesValue: boolean
  /** The values that it takes, if they are few. */
  readonly choices: ReadonlyArray<string>
  readonly isFile: boolean
}

/** What can follow the words of a command: further words, or flags. */
export interface Node {
  readonly path: string
  readonly next: ReadonlyArray<{ readonly word: string; readonly about: string }>
  readonly flags: ReadonlyArray<FlagWord>
  readonly takesFiles: boolean
}

/** A text within single quotes, for bash, zsh and fish alike if it has no backslash. */
export const quoted = (text: string): string => `'${text.replaceAll("\\", "/").replaceAll("'", "’")}'`
