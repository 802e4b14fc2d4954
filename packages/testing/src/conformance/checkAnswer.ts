import { type Answer, json } from "./Answer.js"
import { checkError } from "./checkError.js"
import type { Vars } from "./substitute.js"

const secretName = /^(?:[A-Z_]*_KEY|[A-Z_]*SECRET|CODE_[A-Z0-9_]+|VERIFIER_[A-Z0-9_]+)$/

const known = new Map<string, boolean>()

/** There are few names, and each is asked for with every answer. */
const isSecret = (name: string): boolean => {
  const is = known.get(name) ?? secretName.test(name)
  known.set(name, is)
  return is
}

/** What no answer may contain: the keys, secrets, codes and verifiers of the run. */
const leaks = (answer: Answer, vars: Vars) => {
  const shown = answer.body + JSON.stringify(answer.headers)
  return Object.keys(vars)
    .filter(isSecret)
    .flatMap((name) => {
      const value = vars[name] ?? ""
      return value.length >= 8 && shown.includes(value) ? [`leaks {${name}}`] : []
    })
}

const checkHead = (answer: Answer) => (answer.body === "" ? [] : ["an answer to HEAD has a body"])

/** The other form of a successful answer, for which a request asks. Its text is part of what the case expects. */
const isCsv = ({ headers, status }: Answer) => status === 200 && /^text\/csv\b/.test(headers["content-type"] ?? "")

const checkBody = (answer: Answer) => {
  if (isCsv(answer)) return []
  if (json(answer) === undefined) return ["the body is not JSON"]
  return answer.status >= 400 ? checkError(answer) : []
}

const isNumber = (value: string | undefined) => value !== undefined && /^\d+$/.test(value)

const checkHeaders = (answer: Answer): ReadonlyArray<string> => {
  const { headers, status } = answer
  const bad: Array<string> = []
  if ((headers["x-request-id"] ?? "") === "") bad.push("no x-request-id")
  if (headers["x-content-type-options"] !== "nosniff") bad.push("no x-content-type-options: nosniff")
  if (!isCsv(answer) && !/^application\/json\b/.test(headers["content-type"] ?? ""))
    bad.push(`content-type ${headers["content-type"]}`)
  if (status === 401 && !/^bearer\b/i.test(headers["www-authenticate"] ?? "")) {
    bad.push(`www-authenticate ${headers["www-authenticate"]}`)
  }
  if (status === 405 && (headers["allow"] ?? "") === "") bad.push("405 without allow")
  if (status === 429) {
    for (const name of ["retry-after", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) {
      if (!isNumber(headers[name])) bad.push(`429 with ${name} ${headers[name]}`)
    }
  }
  return bad
}

/** Checks what holds for every answer of a server. Returns the problems; none if there are none. */
export const checkAnswer = (answer: Answer, method: string, vars: Vars): ReadonlyArray<string> => {
  if (answer.status === 0) return []
  return [
    ...(answer.problem === undefined ? [] : [answer.problem]),
    ...checkHeaders(answer),
    ...(method === "HEAD" ? checkHead(answer) : checkBody(answer)),
    ...leaks(answer, vars)
  ]
}
