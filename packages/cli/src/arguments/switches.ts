import type { Given } from "./Given.js"
import { switchesOf } from "./usageOf.js"

const WITH_VALUE = /^(--[\w-]+)=(.*)$/s

const namesOf = ({ usage }: Given): ReadonlyArray<string> => (usage === undefined ? [] : switchesOf(usage))

/** The first flag that is on or off and has another value than true or false. @effect/cli would turn it on. */
export const wrongSwitch = (given: Given): string | undefined => {
  const names = namesOf(given)
  const words = given.rest.map((word) => WITH_VALUE.exec(word))
  const wrong = words.find((word) => word && names.includes(word[1] ?? "") && !/^(true|false)$/.test(word[2] ?? ""))
  return wrong?.[1]
}

/** The arguments with `--flag` as `--flag=true`. Otherwise @effect/cli takes a following word such as `yes` as the value of the flag. */
export const stateSwitches = (given: Given): Given => {
  const names = namesOf(given)
  return { ...given, rest: given.rest.map((word) => (names.includes(word) ? `${word}=true` : word)) }
}
