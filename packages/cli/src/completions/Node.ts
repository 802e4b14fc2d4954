import type { Flag } from "../arguments/Command.js"

/** What can follow the words of a command: further words, or flags. */
export interface Node {
  readonly path: string
  readonly next: ReadonlyArray<{ readonly word: string; readonly about: string }>
  readonly flags: ReadonlyArray<Flag>
  readonly takesFiles: boolean
}

/** A text within single quotes, for bash, zsh and fish alike if it has no backslash. */
export const quoted = (text: string): string => `'${text.replaceAll("\\", "/").replaceAll("'", "’")}'`
