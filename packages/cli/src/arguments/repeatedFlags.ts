import type { Given } from "./Given.js"
import { repeatedFlagsOf } from "./usageOf.js"

const flagsOf = ({ usage }: Given): ReadonlyArray<string> => (usage === undefined ? [] : repeatedFlagsOf(usage))

/** Whether a repeated flag has no value. @effect/cli ignores such a flag. */
export const lacksValue = (given: Given): boolean => {
  const flags = flagsOf(given)
  return given.rest.some((word, i) => flags.includes(word) && (given.rest[i + 1] ?? "--").startsWith("--"))
}

const isFlag = (word: string | undefined) => /^--[\w-]+$/.test(word ?? "")

/** A dash for standard input or output, which @effect/cli would take for a flag, behind a space. The value of a flag stays. */
const standardStreams = (words: ReadonlyArray<string>) =>
  words.map((word, i) => (word === "-" && !isFlag(words[i - 1]) ? " -" : word))

/**
 * The arguments with repeated flags in the only form that @effect/cli reads: `--flag=value` becomes two words. An empty
 * value becomes a space, which it trims: it ignores an empty one, and the setting would not be refused.
 */
export const separateValues = (given: Given): ReadonlyArray<string> => {
  const flags = flagsOf(given)
  const words = given.rest.flatMap((word) => {
    const flag = flags.find((flag) => word.startsWith(`${flag}=`))
    return flag === undefined ? [word] : [flag, word.slice(flag.length + 1)]
  })
  const stated = words.map((word, i) => (word === "" && flags.includes(words[i - 1] ?? "") ? " " : word))
  return [...given.path, ...standardStreams(stated)]
}
